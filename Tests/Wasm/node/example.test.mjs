// As a user writes it: the page's own code, a board that is shaken, and what the page makes of it.
import assert from "node:assert/strict";
import test from "node:test";
import { Desk } from "boardsim";
import { ACCELERATION, open } from "./metawear.mjs";

test("the app warns when the board is shaken", async () => {
  const desk = await Desk.open({ boards: [{ model: "MetaMotion S" }] });
  const warnings = [];
  const { send } = await open(desk, (bytes) => {
    const view = new DataView(bytes.buffer);
    if (Math.abs(view.getInt16(2, true) / 4096) > 2) warnings.push(desk.time);
  });
  await send(...ACCELERATION);
  await desk.advance(2000);
  assert.deepEqual(warnings, []);
  const start = desk.time;
  desk.do({ motion: [{ shake: { rate: "4 Hz", amplitude: "5 cm", for: "1 s" } }] });
  await desk.advance(2000);
  assert.ok(warnings.length > 10 && warnings[0] >= start && warnings.at(-1) < start + 1200, `${warnings}`);
});
