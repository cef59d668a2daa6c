// What a page sees in Chromium: Tests/Browser/test_web_bluetooth.py has the same outcomes there.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { Desk } from "boardsim";
import { open, outcome } from "./metawear.mjs";

test("the outcomes are those of Chromium, one after the other", async () => {
  const desk = await Desk.open({ boards: [{ model: "MetaMotion S", "device-name": "Left" }] });
  const page = { navigator: { bluetooth: desk.bluetooth }, ...(await open(desk)) };
  page.battery = await (await page.device.gatt.getPrimaryService("battery_service")).getCharacteristic("battery_level");
  const Expression = (async () => {}).constructor;
  const read = (value) => (value instanceof DataView ? Buffer.from(value.buffer).toString("hex") : value);
  for (const [expression, expected] of JSON.parse(await readFile(new URL("outcomes.json", import.meta.url)))) {
    const found = await outcome(new Expression(...Object.keys(page), `return ${expression}`)(...Object.values(page)).then(read));
    // An unknown name is told which ones there are.
    assert.equal(expected.includes("standard name") ? found.split(" boardsim knows: ")[0] : found, expected, expression);
  }
});
