// A MetaWear client as short as possible. Packets: docs/protocol/registers.md.
const uuid = (digit) => `326a900${digit}-85cb-9195-d9dd-464cfbbae75a`;
export const SERVICE = uuid(0), COMMAND = uuid(1), NOTIFICATION = uuid(6);

// An interval of 7.5 ms, because 30 ms carry 100 packets a second; then 100 Hz of acceleration (±8 g) and rotation.
export const FAST = [0x11, 9, 6, 0, 6, 0, 0, 0, 0xc8, 0];
export const ACCELERATION = [[3, 3, 0xa8, 2], [3, 4, 1], [3, 2, 1, 0], [3, 1, 1]];
export const ROTATION = [[0x13, 3, 0xa8, 0], [0x13, 4, 1], [0x13, 2, 1, 0], [0x13, 1, 1]];
export const STOP = [[3, 1, 0], [0x13, 1, 0], [3, 2, 0, 1], [0x13, 2, 0, 1], [3, 4, 0], [0x13, 4, 0]];

/** Connects; `receive` gets the bytes of each notification. */
export async function open(desk, receive = () => {}) {
  const device = await desk.bluetooth.requestDevice({ filters: [{ services: [SERVICE] }], optionalServices: ["battery_service"] });
  return { device, ...(await connect(device, receive)) };
}

export async function connect(device, receive = () => {}) {
  const service = await (await device.gatt.connect()).getPrimaryService(SERVICE);
  const command = await service.getCharacteristic(COMMAND);
  const notification = await service.getCharacteristic(NOTIFICATION);
  notification.addEventListener("characteristicvaluechanged", ({ target }) => receive(new Uint8Array(target.value.buffer)));
  await notification.startNotifications();
  const send = async (...packets) => {
    for (const packet of packets) await command.writeValueWithoutResponse(Uint8Array.from(packet));
  };
  return { service, command, notification, send };
}

/** What a promise comes to, in words. */
export const outcome = (promise) => promise.then((value) => `${value}`, (error) => `${error.name}: ${error.message}`);
