// The body of the board: its pose in 3D, LED, motor and button, and hands that move it.
import { attribute, byId, fixed, text, throttle } from "/shared/dom.js";
import { FlatView, hasWebGL } from "/shared/flat3d.js";
import { multiply, Viewpoint } from "/shared/viewpoint.js";

const degrees = 180 / Math.PI;

/// Roll, pitch and heading of [w, x, y, z] in degrees.
function angles([w, x, y, z]) {
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ].map((angle) => angle * degrees);
}

const vector = (values, places) => (values ? values.map((value) => fixed(value, places)).join(", ") : "–");

/// What hands do, by how hard (1 is usual) and about which axis.
const gestures = {
  tap: (strength, axis) => ({ tap: { strength: `${3 * strength} g`, along: axis } }),
  double: (strength, axis) => ({ tap: { times: 2, strength: `${3 * strength} g`, along: axis } }),
  shake: (strength, axis) => ({ shake: { amplitude: `${5 * strength} cm`, along: axis } }),
  throw: (strength) => ({ throw: `${3 * strength} m/s` }),
  spin: (strength, axis) => ({ spin: { rate: `${180 * strength} deg/s`, for: "2 s", about: axis } }),
};

export class Body {
  constructor(view) {
    this.view = view;
    this.mode = "turn";
    this.viewpoint = new Viewpoint();
    this.scene = null;
    this.drag = null;
    this.canvas = byId("scene");
    this.moveTo = throttle(33, (target) => view.send("drag", target));
    for (const button of document.querySelectorAll(".mode")) {
      button.addEventListener("click", () => this.setMode(button.dataset.mode));
    }
    this.listen();
    this.hands();
    this.phone();
    this.load();
  }

  /// The picture comes after the page: the page is useful before it.
  async load() {
    try {
      const { BoardView } = await import("/shared/board3d.js");
      if (!hasWebGL()) throw new Error("this browser has no WebGL");
      this.scene = new BoardView(this.canvas, { viewpoint: this.viewpoint });
    } catch (error) {
      text(byId("caption-true"), `true pose, in lines: ${error.message}`);
      this.scene = new FlatView(this.canvas, this.viewpoint);
    }
    this.showScene();
  }

  setMode(mode) {
    this.mode = mode;
    for (const button of document.querySelectorAll(".mode")) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    }
  }

  look(turn, lift) {
    (this.scene ?? this.viewpoint).look(turn, lift);
  }

  /// Where the hand wants the board to be.
  target(right, up, roll) {
    const { q, p } = this.start;
    return this.mode === "move"
      ? { q, p: this.viewpoint.move(right, up, this.canvas.clientHeight).map((way, axis) => way + p[axis] + (axis === 2 ? roll * 0.1 : 0)) }
      : { q: multiply(this.viewpoint.turn(right * 0.008, up * 0.008, roll), q), p };
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      if (!this.view.board?.pose) return;
      canvas.setPointerCapture(event.pointerId);
      this.drag = { x: event.clientX, y: event.clientY };
      const { orientation: q, position: p } = this.view.board.pose;
      this.start = { q, p };
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!this.drag) return;
      const right = event.clientX - this.drag.x;
      const up = this.drag.y - event.clientY;
      if (this.mode === "look") {
        this.look(-right * 0.008, -up * 0.008);
        this.drag = { x: event.clientX, y: event.clientY };
      } else {
        this.drag.moved = true;
        this.moveTo(this.target(right, up, 0));
      }
    });
    const end = () => {
      if (this.drag?.moved) setTimeout(() => this.view.send("drop"), 60);
      this.drag = null;
    };
    // A capture can be lost without the pointer being released.
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(name, end);
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const step = 20;
    const ways = {
      ArrowLeft: [-step, 0, 0], ArrowRight: [step, 0, 0], ArrowUp: [0, step, 0], ArrowDown: [0, -step, 0],
      PageUp: [0, 0, 0.16], PageDown: [0, 0, -0.16],
    };
    const way = ways[event.key];
    if (!way || !this.view.board?.pose) return;
    event.preventDefault();
    if (this.mode === "look") return this.look(-way[0] * 0.008, -way[1] * 0.008);
    // Steps add up, however fast the keys come.
    const { orientation: q, position: p } = this.view.board.pose;
    this.start = this.goal ?? { q, p };
    this.goal = this.target(...way);
    this.moveTo(this.goal);
    clearTimeout(this.letGo);
    this.letGo = setTimeout(() => {
      this.goal = null;
      this.view.send("drop");
    }, 500);
  }

  hands() {
    const { view } = this;
    const button = byId("press");
    let isHeld = false;
    const press = () => {
      if (isHeld) return;
      isHeld = true;
      view.do({ button: "press" });
    };
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      view.do({ button: "release" });
    };
    button.addEventListener("pointerdown", press);
    // Wherever the pointer is by then.
    for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, release);
    button.addEventListener("blur", release);
    button.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) press();
    });
    button.addEventListener("keyup", (event) => {
      if (event.key === " " || event.key === "Enter") release();
    });
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    byId("resume-motion").addEventListener("click", () => {
      // A hand that still leads the board lets go.
      clearTimeout(this.letGo);
      this.goal = null;
      view.do({ resume: "motion" });
      this.canvas.focus();
    });
    for (const hand of document.querySelectorAll("[data-do]")) {
      hand.addEventListener("click", () => {
        const strength = Number(byId("strength").value);
        view.do({ motion: [gestures[hand.dataset.do](strength, byId("axis").value)] });
      });
    }
  }

  /// A hand that has taken the board has ended the motion of the scenario: the page says so, and offers it again.
  taken(board) {
    const isTaken = board.pose?.motion === "hand";
    byId("taken").hidden = !isTaken;
    if (!isTaken) return;
    text(byId("taken-words"), board.pose.scripted
      ? "A hand has taken the board: it no longer moves as the scenario says."
      : "A hand has taken the board from its place.");
    text(byId("resume-motion"), board.pose.scripted ? "Back to the scenario's motion" : "Back to its place");
  }

  /// A phone or tablet that has this page open can be the board.
  phone() {
    const button = byId("phone");
    if (!globalThis.DeviceOrientationEvent || !matchMedia("(pointer: coarse)").matches) return;
    button.hidden = false;
    const send = throttle(33, (event) => this.view.send("orient", {
      alpha: event.alpha ?? 0, beta: event.beta ?? 0, gamma: event.gamma ?? 0, screen: screen.orientation?.angle ?? 0,
    }));
    button.addEventListener("click", async () => {
      const isOn = button.getAttribute("aria-pressed") === "true";
      if (isOn) {
        removeEventListener("deviceorientation", send);
        this.view.send("drop");
      } else {
        if (DeviceOrientationEvent.requestPermission && await DeviceOrientationEvent.requestPermission() !== "granted") return;
        addEventListener("deviceorientation", send);
      }
      button.setAttribute("aria-pressed", String(!isOn));
    });
  }

  show(state, board) {
    if (!board) return;
    const { pose, fused, light, motor } = board;
    if (pose) {
      text(byId("angles"), angles(pose.orientation).map((angle) => `${fixed(angle, 0)}°`).join(", "));
      text(byId("position"), `${vector(pose.position, 2)} m`);
      text(byId("force"), `${vector(pose.force, 2)} g`);
      text(byId("rate"), `${vector(pose.rotation, 0)} °/s`);
    }
    text(byId("fused"), fused?.orientation
      ? `${fused.mode ?? ""} ${angles(fused.orientation).map((angle) => `${fixed(angle, 0)}°`).join(", ")}; off by ${fixed(fused.error, 1)}°`
      : "does not run");
    text(byId("caption-fused"), fused?.orientation ? "fused pose" : "");
    byId("led-swatch").style.background = light ? `rgb(${rgb(light).map((part) => Math.round(255 * Math.sqrt(part))).join(" ")})` : "";
    text(byId("led"), lightWords(light));
    text(byId("motor"), motor ? (motor.duty > 0 ? `${motor.buzzer ? "buzzer" : "motor"} at ${fixed(motor.duty * 100, 0)} %` : "still") : "none");
    attribute(byId("press"), "aria-pressed", String(Boolean(board.button)));
    this.taken(board);
    this.showScene();
  }

  showScene() {
    const { board } = this.view;
    if (!this.scene || !board?.pose) return;
    this.scene.show({
      q: board.pose.orientation, p: board.pose.position, fused: board.fused?.orientation, rgb: rgb(board.light),
      pressed: board.button, duty: board.motor?.duty, kind: board.identity.kind,
    });
  }

  draw() {
    this.scene?.draw();
    const { first } = globalThis.measure;
    if (this.scene?.frames > 0 && first.board === undefined && this.view.board) first.board = performance.now();
  }
}

const rgb = ({ red, green, blue }) => [red, green, blue];

function lightWords(light) {
  if (!light) return "none";
  const channels = Object.entries(light.patterns ?? {}).filter(([, channel]) => channel.playing);
  if (channels.length === 0) return "off";
  return channels.map(([colour, { kind, high, low, period, repeats }]) => {
    const often = repeats === undefined || repeats === null ? "for ever" : `${repeats} times`;
    return `${colour} ${kind ?? "pattern"}, ${low ?? 0}–${high} of 31, every ${period} ms, ${often}`;
  }).join("; ") + (light.mode === "paused" ? " (paused)" : "");
}
