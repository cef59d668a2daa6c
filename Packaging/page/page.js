// The page: one desk with one board, in real time, and a client of its own.
const uuid = (digit) => `326a900${digit}-85cb-9195-d9dd-464cfbbae75a`;
const [SERVICE, COMMAND, NOTIFICATION] = [uuid(0), uuid(1), uuid(6)];
// 100 Hz and ±8 g, by the kind of chip: BMI160, BMI270.
const CONFIGURATION = { 1: [0x28, 0x08], 4: [0xa8, 0x02] };
const COUNTS_PER_G = 4096, SHOWN_SECONDS = 5, LONGEST_FRAME = 100, LINES = 300;
const COLOURS = ["crimson", "seagreen", "royalblue"];
const element = (id) => document.getElementById(id);

const { port1, port2 } = new MessageChannel();
const turns = [];
port1.onmessage = () => turns.shift()();
const platform = {
  module: async () => (platform.compiled ??= await WebAssembly.compile(Uint8Array.from(atob(MODULE), (byte) => byte.charCodeAt(0)))),
  turn: () => new Promise((resolve) => (turns.push(resolve), port2.postMessage(null))),
};

let desk, truth = [], samples = [], lines = [], device, command, chip, isStreaming, isLit, frames = 0;

async function open(options) {
  const opened = await Desk.on(platform, { ...options, trace: true });
  opened.manual = true; // Time is that of the page.
  opened.install();
  [desk, truth, samples, lines, device, isStreaming, isLit] = [opened, [], [], [], undefined, false, false];
  show("not connected");
}

const chosen = () => ({ seed: element("seed").value, boards: [{ model: element("model").value, name: "board" }] });
const first = () => desk.boards[0].name;
const act = (action) => desk.do(action, { board: first() });

// MARK: The client

async function toggleConnection() {
  if (device?.gatt.connected) return device.gatt.disconnect();
  show("connecting");
  device = await navigator.bluetooth.requestDevice({ filters: [{ services: [SERVICE] }] });
  device.addEventListener("gattserverdisconnected", () => show("not connected"));
  const service = await (await device.gatt.connect()).getPrimaryService(SERVICE);
  command = await service.getCharacteristic(COMMAND);
  const notification = await service.getCharacteristic(NOTIFICATION);
  notification.addEventListener("characteristicvaluechanged", ({ target }) => receive(target.value));
  await notification.startNotifications();
  isStreaming = isLit = false;
  await send([0x03, 0x80]);
}

async function send(...packets) {
  for (const packet of packets) await command.writeValueWithoutResponse(Uint8Array.from(packet));
}

async function toggleStream() {
  if (!CONFIGURATION[chip]) throw new Error(`this page does not know the accelerometer of kind ${chip}; use the console`);
  isStreaming = !isStreaming;
  if (isStreaming) await send([3, 3, ...CONFIGURATION[chip]], [3, 4, 1], [3, 2, 1, 0], [3, 1, 1]);
  else await send([3, 1, 0], [3, 2, 0, 1], [3, 4, 0]);
}

async function toggleLight() {
  isLit = !isLit;
  await send(...(isLit ? [[2, 3, 0, 2, 31, 31, 0, 0, 0xf4, 1, 0, 0, 0xe8, 3, 0, 0, 0xff], [2, 1, 1]] : [[2, 2, 1]]));
}

function receive(packet) {
  const kind = packet.getUint16(0);
  if (kind === 0x0380) {
    chip = packet.getUint8(2);
    show(`connected to ${device.name}`);
  } else if (kind === 0x0304) {
    samples.push([desk.time / 1000, ...[2, 4, 6].map((place) => packet.getInt16(place, true) / COUNTS_PER_G)]);
  }
}

function show(text) {
  element("status").value = text;
  const isConnected = Boolean(device?.gatt.connected);
  element("connect").textContent = isConnected ? "Disconnect" : "Connect";
  element("stream").disabled = element("light").disabled = !isConnected;
}

// MARK: What is seen

/** A vector of the board in the world's axes. */
function rotated([w, x, y, z], [a, b, c]) {
  const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}

/** As seen from the south and from above. */
function projected([x, y, z]) {
  const tilt = 0.9, depth = y * Math.sin(tilt) - z * Math.cos(tilt);
  return [210 + 90 * x, 150 - 90 * (z * Math.sin(tilt) + y * Math.cos(tilt)), depth];
}

const FACES = [
  [[0, 0, 1], [[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]], [[0, 0, -1], [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1]]],
  [[1, 0, 0], [[1, -1, -1], [1, 1, -1], [1, 1, 1], [1, -1, 1]]], [[-1, 0, 0], [[-1, -1, -1], [-1, 1, -1], [-1, 1, 1], [-1, -1, 1]]],
  [[0, 1, 0], [[-1, 1, -1], [1, 1, -1], [1, 1, 1], [-1, 1, 1]]], [[0, -1, 0], [[-1, -1, -1], [1, -1, -1], [1, -1, 1], [-1, -1, 1]]],
];

function drawBoard({ orientation, position }, colour) {
  const context = element("board").getContext("2d");
  const place = (corner) => rotated(orientation, corner).map((value, axis) => value + 3 * position[axis]);
  context.clearRect(0, 0, 420, 300);
  const visible = FACES.map(([normal, corners]) => [projected(rotated(orientation, normal))[2], normal, corners]).sort((a, b) => b[0] - a[0]);
  for (const [, normal, corners] of visible) {
    context.beginPath();
    for (const [x, y, z] of corners) context.lineTo(...projected(place([x, 0.75 * y, 0.25 * z])).slice(0, 2));
    context.closePath();
    context.fillStyle = normal[2] > 0 ? "#3b7a57" : normal[2] < 0 ? "#222" : "#777";
    context.fill();
    context.strokeStyle = "#000";
    context.stroke();
    if (normal[2] <= 0) continue;
    const [x, y] = projected(place([0.7, 0.5, 0.25]));
    context.beginPath();
    context.arc(x, y, 6, 0, 7);
    context.fillStyle = colour;
    context.fill();
  }
}

function drawPlot() {
  const canvas = element("plot"), context = canvas.getContext("2d"), now = desk.time / 1000;
  const place = (time, value) => [canvas.width * (1 - (now - time) / SHOWN_SECONDS), canvas.height / 2 - (value * canvas.height) / 6];
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (const [list, width] of [[truth, 1], [samples, 2]]) {
    while (list.length && list[0][0] < now - SHOWN_SECONDS) list.shift();
    COLOURS.forEach((colour, axis) => {
      context.strokeStyle = width === 1 ? "#888" : colour;
      context.lineWidth = width;
      context.beginPath();
      for (const sample of list) context.lineTo(...place(sample[0], sample[axis + 1]));
      context.stroke();
    });
  }
  element("newest").value = samples.length ? samples.at(-1).slice(1).map((value) => value.toFixed(2)).join(" ") + " g" : "";
}

function look() {
  const state = desk.state(first()), seen = desk.truth(first()), { red, green, blue } = state.light;
  const colour = `rgb(${[red, green, blue].map((value) => Math.round(255 * value)).join(" ")})`;
  truth.push([desk.time / 1000, ...seen.force]);
  drawBoard(seen, colour);
  drawPlot();
  element("led").style.background = colour;
  element("led").setAttribute("aria-label", red + green + blue === 0 ? "off" : colour);
  element("motor").value = state.motor?.running ? "on" : "off";
  element("battery").value = state.battery.toFixed(0);
  element("clock").value = `${(desk.time / 1000).toFixed(1)} s`;
  // What a person reads need not change sixty times a second.
  if ((frames += 1) % 15) return;
  const more = desk.call("trace").lines;
  if (more.length) {
    lines = [...lines, ...more].slice(-LINES);
    element("traffic").textContent = lines.join("\n");
    element("traffic").scrollTop = element("traffic").scrollHeight;
  }
  element("state").textContent = JSON.stringify(state, null, 1);
}

// MARK: What a person does

const onClick = (id, action) => element(id).addEventListener("click", async () => {
  try {
    await action();
  } catch (error) {
    show(`${error.name}: ${error.message}`);
  }
});
onClick("open", () => open(chosen()));
onClick("connect", toggleConnection);
onClick("stream", toggleStream);
onClick("light", toggleLight);
onClick("shake", () => act({ motion: [{ shake: "1 s" }] }));
onClick("tap", () => act({ motion: [{ tap: {} }] }));
onClick("lose", () => act({ "link-loss": "10 s" }));
onClick("reset", () => act("reset"));
onClick("run", async () => {
  element("printed").textContent = "";
  const print = (...values) => {
    const words = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
    element("printed").textContent += words.join(" ") + "\n";
  };
  try {
    await new (async () => {}).constructor("desk", "print", element("code").value)(desk, print);
  } catch (error) {
    print(`${error.name}: ${error.message}`);
  }
});
for (const [event, button] of [["pointerdown", "press"], ["pointerup", "release"], ["pointerleave", "release"]]) {
  element("press").addEventListener(event, () => (event === "pointerdown" || desk.state(first()).button) && act({ button }));
}
onClick("press", () => desk.state(first()).button || act({ button: "click" })); // By the keyboard.

const angles = ["roll", "pitch", "yaw"].map(element);
const turn = () => act({ path: [{ orientation: angles.map(({ value }) => `${value} deg`) }] });
for (const angle of angles) angle.addEventListener("input", turn);
element("board").addEventListener("pointermove", ({ buttons, movementX, movementY, shiftKey }) => {
  if (!buttons) return;
  const [roll, pitch, yaw] = angles;
  if (shiftKey) yaw.value = Number(yaw.value) - movementX;
  else [pitch.value, roll.value] = [Number(pitch.value) + movementX, Number(roll.value) + movementY];
  turn();
});

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  try {
    await open(JSON.parse(await event.dataTransfer.files[0].text()));
  } catch (error) {
    show(`${error.name}: ${error.message}`);
  }
});

// MARK: Time

await open({ boards: [{ model: "MetaMotion S", name: "board" }] });
for (const model of desk.call("version").models) element("model").add(new Option(model, model, false, model === "MetaMotion S"));
let last = performance.now();
async function frame(now) {
  // A page that was hidden does not catch up.
  const elapsed = Math.min(Math.max(now - last, 0), LONGEST_FRAME);
  last = now;
  const current = desk;
  await current.advance(elapsed);
  if (current === desk) look();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
document.documentElement.dataset.ready = performance.now().toFixed(0); // Milliseconds since the page was opened.
