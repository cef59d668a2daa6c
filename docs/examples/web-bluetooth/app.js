// A MetaWear board in a web page: connect, LED, stream, plot. Packets: docs/protocol/registers.md.
const uuid = (digit) => `326a900${digit}-85cb-9195-d9dd-464cfbbae75a`;
const SERVICE = uuid(0), COMMAND = uuid(1), NOTIFICATION = uuid(6);
const CONFIGURATION = { 1: [0x28, 0x08], 4: [0xa8, 0x02] }; // 100 Hz and ±8 g, by the kind of chip.
const COUNTS_PER_G = 4096;

const [connect, light, stream, status, plot] =
  ["connect", "light", "stream", "status", "plot"].map((id) => document.getElementById(id));
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
    if (isStreaming) await toggleStream(); // The sensor would run on without us.
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
  await send([0x03, 0x80]); // Which accelerometer is it? The answer is a notification.
}

async function toggleLight() {
  isLit = !isLit;
  const green = [0x02, 0x03, 0, 2, 31, 31, 0, 0, 0xf4, 1, 0, 0, 0xe8, 3, 0, 0, 0xff];
  await (isLit ? send(green, [0x02, 0x01, 1]) : send([0x02, 0x02, 1]));
}

async function toggleStream() {
  isStreaming = !isStreaming;
  const stop = [0x03, 0x01, 0], start = [0x03, 0x01, 1]; // The chip is configured while it stands.
  await (isStreaming
    ? send(stop, [0x03, 0x03, ...CONFIGURATION[chip]], [0x03, 0x04, 1], [0x03, 0x02, 1, 0], start)
    : send(stop, [0x03, 0x02, 0, 1], [0x03, 0x04, 0]));
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
  connect.textContent = device?.gatt.connected ? "Disconnect" : "Connect";
  light.disabled = stream.disabled = !device?.gatt.connected;
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
  requestAnimationFrame(draw);
}

for (const [button, action] of [[connect, toggleConnection], [light, toggleLight], [stream, toggleStream]]) {
  button.addEventListener("click", () => action().catch((error) => show(`${error.name}: ${error.message}`)));
}
draw();
