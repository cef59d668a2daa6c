import assert from "node:assert/strict";
import test from "node:test";
import { Desk } from "boardsim";
import { ACCELERATION, FAST, ROTATION, STOP, open } from "./metawear.mjs";

const board = { model: "MetaMotion S", name: "wrist", motion: [{ walk: "5 min" }, { shake: "5 min" }] };

async function stream(seed, minutes) {
  const desk = await Desk.open({ seed, boards: [board] });
  const counts = { 3: 0, 0x13: 0 };
  let sum = 0;
  const { send } = await open(desk, (bytes) => {
    counts[bytes[0]] += 1;
    for (const byte of bytes) sum = (Math.imul(sum, 31) + byte) | 0;
  });
  await send(FAST, ...ACCELERATION, ...ROTATION);
  const start = performance.now();
  await desk.advance(minutes * 60_000);
  const seconds = (performance.now() - start) / 1000;
  await send(...STOP);
  await desk.advance(1000);
  return { counts, sum, seconds, notifications: desk.state().notifications, time: desk.time };
}

test("ten minutes of two sensors at 100 Hz lose nothing", async (t) => {
  const { counts, notifications, seconds } = await stream(7, 10);
  t.diagnostic(`${counts[3] + counts[0x13]} notifications in ${seconds.toFixed(2)} s`);
  assert.equal(counts[3] + counts[0x13], notifications.sent);
  assert.equal(notifications.dropped + notifications.waiting, 0);
  // The chip's own clock is up to 1.3 % off.
  assert.ok(counts[3] > 59_000 && counts[3] < 61_000, `${counts[3]}`);
  assert.ok(Math.abs(counts[3] - counts[0x13]) < 50);
  assert.ok(seconds < Number(process.env.BOARDSIM_SECONDS ?? 10), `${seconds} s`);
});

test("the same seed gives the same bytes at the same times, and another seed others", async () => {
  const [one, same, other] = [await stream(7, 0.5), await stream(7, 0.5), await stream(8, 0.5)];
  assert.deepEqual([one.sum, one.time], [same.sum, same.time]);
  assert.notEqual(one.sum, other.sum);
});

test("what a page measures is what happens to the board", async () => {
  const desk = await Desk.open({ boards: [{ model: "MetaMotion S", sensors: "ideal", pose: { roll: "90 deg" } }] });
  const samples = [];
  const { send } = await open(desk, (bytes) => samples.push(new DataView(bytes.buffer)));
  await send(...ACCELERATION);
  await desk.advance(500);
  const last = samples.at(-1);
  const force = [2, 4, 6].map((place) => last.getInt16(place, true) / 4096);
  desk.truth().force.forEach((value, axis) => assert.ok(Math.abs(value - force[axis]) < 0.01, `${force}`));
  assert.ok(Math.abs(force[2]) < 0.01 && Math.abs(Math.abs(force[1]) - 1) < 0.01, `${force}`);
});
