/**
 * @jest-environment jsdom
 * @jest-environment-options {"customExportConditions": ["node"]}
 */
import { Desk } from "boardsim";
import { open } from "../metawear.mjs";

test("Jest's own page has a Bluetooth of its own", async () => {
  const desk = await Desk.open({ boards: [{ model: "MetaMotion S", name: "wrist" }] });
  desk.install();
  expect(await navigator.bluetooth.getAvailability()).toBe(true);
  const { device, send } = await open({ bluetooth: navigator.bluetooth });
  const lost = new Promise((resolve) => device.addEventListener("gattserverdisconnected", resolve));
  await send([0xfe, 1]);
  await desk.advance(1000);
  expect((await lost).target).toBe(device);
});
