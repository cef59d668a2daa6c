// The sounds of the games, made by Web Audio: no file is needed. Off until a person turns them on.
import { attribute, text } from "/shared/dom.js";

let context = null;

function stored() {
  try {
    return localStorage.getItem("sound") === "on";
  } catch {
    return false;
  }
}

let isOn = stored();

/// The switch in the header.
export function soundButton(button) {
  const show = () => {
    text(button, isOn ? "Sound on" : "Sound off");
    attribute(button, "aria-pressed", String(isOn));
  };
  button.addEventListener("click", () => {
    isOn = !isOn;
    try {
      localStorage.setItem("sound", isOn ? "on" : "off");
    } catch {
      // It holds until the page is closed.
    }
    if (isOn) tone(660, 0.12);
    show();
  });
  show();
}

/// Browsers let a page sound only after a hand has touched it.
function air() {
  if (!isOn) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/// A tone that fades; `to` is where its pitch goes.
function tone(hertz, seconds, { to = hertz, type = "sine", volume = 0.2, after = 0 } = {}) {
  const audio = air();
  if (!audio) return;
  const begin = audio.currentTime + after;
  const source = new OscillatorNode(audio, { type, frequency: hertz });
  source.frequency.exponentialRampToValueAtTime(to, begin + seconds);
  const gain = new GainNode(audio, { gain: volume });
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(begin + seconds);
}

/// A noise that fades, through a filter around a pitch.
function noise(hertz, seconds, { volume = 0.3, after = 0 } = {}) {
  const audio = air();
  if (!audio) return;
  const begin = audio.currentTime + after;
  const buffer = new AudioBuffer({ length: Math.ceil(audio.sampleRate * seconds), sampleRate: audio.sampleRate });
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: hertz, Q: 1.2 });
  const gain = new GainNode(audio, { gain: volume });
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(begin);
}

const count = (values) => values?.length ?? 0;
const fallen = (game) => (game.pins ?? []).filter(([, , down]) => down).length;

/// What changes from one picture of a game to the next, and how it sounds.
const events = {
  pong: [
    [(old, game) => game.returned > old.returned, (game) => tone(330 + 30 * game.rally, 0.08, { type: "triangle" })],
    [(old, game) => game.missed > old.missed, () => tone(220, 0.4, { to: 80, type: "sawtooth", volume: 0.12 })],
  ],
  dart: [
    [(old, game) => !old.flight && game.flight, () => noise(1800, 0.25, { volume: 0.15 })],
    [(old, game) => count(game.hits) > count(old.hits), () => {
      noise(240, 0.12, { volume: 0.6 });
      tone(110, 0.12, { volume: 0.3 });
    }],
  ],
  bowling: [
    [(old, game) => !old.rolling && game.rolling, () => noise(140, 1.8, { volume: 0.35 })],
    [(old, game) => fallen(game) > fallen(old), (game, old) => {
      for (let pin = 0; pin < Math.min(4, fallen(game) - fallen(old)); pin += 1) noise(900 + 300 * pin, 0.14, { after: pin * 0.04, volume: 0.4 });
    }],
  ],
  quiz: [
    [(old, game) => count(game.given) > count(old.given), (game) => {
      if (game.given.at(-1)) {
        tone(523, 0.12);
        tone(784, 0.2, { after: 0.12 });
      } else {
        tone(196, 0.35, { to: 130, type: "triangle" });
      }
    }],
  ],
};

let before = { choice: null, game: null, screen: null };

/// Sounds what happened since the last state.
export function sound({ choice, game, screen }) {
  if (game && before.game && choice === before.choice) {
    for (const [happened, play] of events[choice] ?? []) if (happened(before.game, game)) play(game, before.game);
    if (screen === "over" && before.screen === "game") {
      const notes = game.won ? [523, 659, 784, 1047] : [392, 330, 262];
      notes.forEach((hertz, index) => tone(hertz, 0.22, { after: 0.14 * index }));
    }
  }
  before = { choice, game: game ? structuredClone(game) : null, screen };
}

