import assert from "node:assert/strict";
import test from "node:test";
import { Desk } from "boardsim";
import { ACCELERATION, SERVICE, connect, open, outcome } from "./metawear.mjs";

const boards = [{ model: "MetaMotion S", name: "wrist" }];
const UNKNOWN = "NotSupportedError: GATT operation failed for unknown reason.";

test("a lost link is an event, and the page connects again", async () => {
  const desk = await Desk.open({ boards });
  let losses = 0, count = 0;
  const { device, command, notification, send } = await open(desk, () => (count += 1));
  device.addEventListener("gattserverdisconnected", ({ target }) => (losses += target === device));
  await send(...ACCELERATION);
  await desk.advance(1000);
  assert.ok(count > 50);
  desk.do({ "link-loss": "20 s" });
  const pending = outcome(command.writeValueWithResponse(Uint8Array.of(1, 0x80)));
  await desk.advance(10_000);
  assert.equal(await pending, UNKNOWN);
  assert.equal(losses, 1);
  assert.equal(device.gatt.connected, false);
  assert.match(await outcome(notification.startNotifications()), /^NetworkError: .*GATT Server is disconnected\./);
  // As soon as the board is in reach.
  await connect(device, () => (count += 1));
  assert.ok(desk.time > 23_000 && desk.time < 27_000, `${desk.time}`);
  const before = count;
  await desk.advance(1000);
  assert.ok(count > before + 50);
  assert.match(await outcome(command.writeValue(Uint8Array.of(1, 0x80))), /^InvalidStateError: .*Characteristic with UUID .* is no longer valid/);
});

test("a page that disconnects can connect again at once", async () => {
  const desk = await Desk.open({ boards });
  const { device } = await open(desk);
  let losses = 0;
  device.ongattserverdisconnected = () => (losses += 1);
  device.gatt.disconnect();
  assert.deepEqual([device.gatt.connected, losses], [false, 1]);
  assert.equal(desk.state().link.connected, true);
  await device.gatt.connect();
  assert.deepEqual([device.gatt.connected, losses], [true, 1]);
  assert.equal(desk.state().link.connected, true);
});

test("a reset ends the link, and a board out of reach takes no connection", async () => {
  const desk = await Desk.open({ boards });
  const { device, send } = await open(desk);
  await send([0xfe, 1]);
  await desk.advance(1000);
  assert.equal(device.gatt.connected, false);
  assert.equal(desk.state().power.resets, 1);
  desk.do({ range: "1 km" });
  const start = desk.time;
  assert.equal(await outcome(device.gatt.connect()), "NetworkError: Connection attempt failed.");
  assert.ok(desk.time - start > 29_000);
});

test("the chooser sees what passes the filters", async () => {
  const desk = await Desk.open({ boards: [
    { model: "MetaMotion S", name: "left", "device-name": "Left" }, { model: "MetaMotion R", name: "right", "device-name": "Right" },
    { model: "Triki", name: "cap" }] });
  const seen = [];
  desk.chooser = (devices) => {
    seen.push(devices.map(({ name }) => name).sort());
    return devices.find(({ name }) => name === "Right");
  };
  const device = await desk.bluetooth.requestDevice({ filters: [{ services: [SERVICE] }] });
  assert.equal(device.name, "Right");
  assert.match(await outcome(desk.bluetooth.requestDevice({ filters: [{ namePrefix: "Le" }] })), /^NotFoundError: User cancelled/);
  await outcome(desk.bluetooth.requestDevice({ acceptAllDevices: true }));
  assert.deepEqual(seen[0], ["Left", "Right"]);
  assert.deepEqual(seen[1], ["Left"]);
  assert.equal(seen[2].length, 3);
  assert.deepEqual(await desk.bluetooth.getDevices(), [device]);
  await device.forget();
  assert.deepEqual(await desk.bluetooth.getDevices(), []);
});

test("errors have the names that Chromium gives them", async () => {
  const desk = await Desk.open({ boards });
  const { bluetooth } = desk;
  assert.match(await outcome(bluetooth.requestDevice()), /^TypeError: Failed to execute 'requestDevice'/);
  assert.match(await outcome(bluetooth.requestDevice({ filters: [{}] })), /^TypeError/);
  assert.match(await outcome(bluetooth.requestDevice({ filters: [{ services: [0x1812] }] })), /^SecurityError/);
  const { device, service, command } = await open(desk);
  assert.match(await outcome(device.gatt.getPrimaryService("device_information")), /^SecurityError: Origin is not allowed/);
  assert.match(await outcome(service.getCharacteristic(0x2a19)), /^NotFoundError: No Characteristics matching UUID 00002a19-/);
  assert.match(await outcome(service.getCharacteristic("no such name")), /^TypeError/);
  assert.match(await outcome(command.writeValue(new Uint8Array(513))), /^InvalidModificationError/);
  const both = [1, 2].map(() => outcome(command.writeValueWithResponse(Uint8Array.of(1, 0x80))));
  assert.deepEqual(await Promise.all(both), ["undefined", "NetworkError: GATT operation already in progress."]);
  const battery = await (await device.gatt.getPrimaryService("battery_service")).getCharacteristic("battery_level");
  assert.equal((await battery.readValue()).getUint8(0), 100);
  assert.equal(battery.value.getUint8(0), 100);
  assert.equal(await outcome(battery.writeValue(Uint8Array.of(1))), "NotSupportedError: GATT Error: Not supported.");
  const configuration = await battery.getDescriptor("gatt.client_characteristic_configuration");
  assert.match(await outcome(configuration.writeValue(Uint8Array.of(1, 0))), /^SecurityError/);
  assert.equal((await configuration.readValue()).getUint8(0), 0);
});

test("a serial number is nobody's business", async () => {
  const desk = await Desk.open({ boards });
  const device = await desk.bluetooth.requestDevice({ acceptAllDevices: true, optionalServices: ["device_information"] });
  const service = await (await device.gatt.connect()).getPrimaryService("device_information");
  assert.match(await outcome(service.getCharacteristic("serial_number_string")), /^SecurityError/);
  const found = (await service.getCharacteristics()).map(({ uuid }) => uuid.slice(4, 8));
  assert.ok(found.includes("2a26") && !found.includes("2a25"), `${found}`);
});
