// What the types allow and refuse.
import { Desk, type Truth } from "boardsim";

const desk = await Desk.open({ seed: 7n, boards: [{ model: "MetaMotion S", name: "wrist", motion: [{ rest: "1 s" }] }] });
desk.chooser = (devices) => devices[1];
const device = await desk.bluetooth.requestDevice({ filters: [{ services: [0x180f] }] });
const service = await (await device.gatt.connect()).getPrimaryService("battery_service");
const value: DataView = await (await service.getCharacteristic(0x2a19)).readValue();
await desk.advance(5, { clock: { tick() {} } });
desk.do("reset");
desk.do({ button: "press" }, { board: "wrist" });
const truth: Truth = desk.truth();
console.log(value, truth.force[0], desk.state().light);
// @ts-expect-error: there is no such call.
desk.step(1);
// @ts-expect-error: a board has a model.
await Desk.open({ boards: [{ name: "wrist" }] });
// @ts-expect-error: milliseconds are a number.
await desk.advance("1 s");
