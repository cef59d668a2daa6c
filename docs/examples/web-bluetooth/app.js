// A MetaWear board in a web page: connect, LED, stream, plot. Packets: docs/protocol/registers.md.
const uuid = (digit) => `326a900${digit}-85cb-9195-d9dd-464cfbbae75a`;
const SERVICE = uuid(0), COMMAND = uuid(1), NOTIFICATION = uuid(6);
const CONFIGURATION = { 1: [0x28, 0x08], 4: [0xa8, 0x02] }; // 100 Hz and ±8 g, by the kind of chip.
const COUNTS_PER_G = 4096;
const START = [[0x03, 0x04, 1], [0x03, 0x02, 1, 0], [0x03, 0x01, 1]]; // Subscribe, interrupt, power.
const STOP = [[0x03, 0x01, 0], [0x03, 0x02, 0, 1], [0x03, 0x04, 0]];
const GREEN = [0x02, 0x03, 0, 2, 31, 31, 0, 0, 0xf4, 1, 0, 0, 0xe8, 3, 0, 0, 0xff];
const LIGHT_ON = [GREEN, [0x02, 0x01, 1]], LIGHT_OFF = [[0x02, 0x02, 1]];

const [connect, light, stream, status, plot, newest] =
  ["connect", "light", "stream", "status", "plot", "newest"].map((id) => document.getElementById(id));
const samples = []; // The last ones, each [x, y, z] in g.
let device, command, chip, written, isLit, isStreaming;

// A browser does one operation at a time: each packet waits for the one before it.
function send(...packets) {
  for (const packet of packets) {
    written = written.then(() => command.writeValueWithoutResponse(Uint8Array.from(packet)));
  }
  return written;
}

async function toggleConnection() {
  if (device?.gatt.connected) {
    await send(...STOP, ...LIGHT_OFF); // Both would go on without us.
    return device.gatt.disconnect();
  }
  device = await navigator.bluetooth.requestDevice({ filters: [{ services: [SERVICE] }] });
  device.addEventListener("gattserverdisconnected", () => show("not connected"), { once: true });
  const service = await (await device.gatt.connect()).getPrimaryService(SERVICE);
  command = await service.getCharacteristic(COMMAND);
  const notification = await service.getCharacteristic(NOTIFICATION);
  notification.addEventListener("characteristicvaluechanged", ({ target }) => receive(target.value));
  await notification.startNotifications();
  written = Promise.resolve();
  isLit = isStreaming = false;
  // Which chip measures? The answer is a notification. A lost link may have left it on.
  await send([0x03, 0x80], ...STOP);
}

async function toggleLight() {
  isLit = !isLit;
  await send(...(isLit ? LIGHT_ON : LIGHT_OFF));
}

async function toggleStream() {
  isStreaming = !isStreaming;
  if (isStreaming) samples.length = 0;
  await send(...(isStreaming ? [[0x03, 0x03, ...CONFIGURATION[chip]], ...START] : STOP));
}

function receive(packet) {
  const kind = packet.getUint16(0); // Module and register.
  if (kind === 0x0380) {
    chip = packet.getUint8(2);
    show(`connected to ${device.name}`);
  } else if (kind === 0x0304) {
    samples.push([2, 4, 6].map((place) => packet.getInt16(place, true) / COUNTS_PER_G));
    if (samples.length > plot.width) samples.shift();
  }
}

function show(text) {
  status.value = text;
  const isConnected = Boolean(device?.gatt.connected);
  connect.textContent = isConnected ? "Disconnect" : "Connect";
  light.disabled = stream.disabled = !isConnected;
}

function draw() {
  const context = plot.getContext("2d"), { width, height } = plot;
  context.clearRect(0, 0, width, height);
  ["crimson", "seagreen", "royalblue"].forEach((colour, axis) => {
    context.strokeStyle = colour;
    context.beginPath();
    samples.forEach((sample, x) => context.lineTo(x, height / 2 - (sample[axis] * height) / 4)); // ±2 g
    context.stroke();
  });
  newest.value = samples.length ? samples.at(-1).map((value) => value.toFixed(2)).join(" ") + " g" : "";
  requestAnimationFrame(draw);
}

for (const [button, action] of [[connect, toggleConnection], [light, toggleLight], [stream, toggleStream]]) {
  button.addEventListener("click", () => action().catch((error) => show(`${error.name}: ${error.message}`)));
}
draw();
