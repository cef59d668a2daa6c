// As a user writes it, with Jest's timers.
import { jest } from "@jest/globals";
import { Desk } from "boardsim";
import { ACCELERATION, FAST, open } from "../metawear.mjs";

test("a step counter that looks at its samples once a second", async () => {
  jest.useFakeTimers();
  const desk = await Desk.open({ seed: 7, boards: [{ model: "MetaMotion S", name: "wrist", motion: [{ walk: "20 s" }] }] });
  desk.useTimers(jest);
  let strides = 0, isUp = false;
  const lengths = [];
  const samples = [];
  const { send } = await open(desk, (bytes) => {
    const view = new DataView(bytes.buffer);
    samples.push(Math.hypot(...[2, 4, 6].map((place) => view.getInt16(place, true) / 4096)));
  });
  const timer = setInterval(() => {
    lengths.push(samples.length);
    for (const force of samples.splice(0)) {
      if (isUp && force < 0.95) isUp = false;
      else if (!isUp && force > 1.05) [isUp, strides] = [true, strides + 1];
    }
  }, 1000);
  await send(FAST, ...ACCELERATION);
  await desk.advance(10_000);
  clearInterval(timer);
  // 108 steps a minute.
  expect(strides).toBeGreaterThanOrEqual(16);
  expect(strides).toBeLessThanOrEqual(20);
  expect(lengths).toHaveLength(10);
  for (const length of lengths.slice(1)) expect(length).toBeCloseTo(100, -1);
  jest.useRealTimers();
});

test("the board is out of reach", async () => {
  const desk = await Desk.open({ boards: [{ model: "MetaMotion S", distance: "1 km" }] });
  await expect(desk.bluetooth.requestDevice({ acceptAllDevices: true })).rejects.toMatchObject({ name: "NotFoundError" });
});
