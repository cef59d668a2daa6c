// The web app of docs/guides/web-bluetooth.md, unmodified, in jsdom.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { Desk } from "boardsim";

const { JSDOM } = createRequire(import.meta.url)("jsdom");
const html = await readFile(new URL("index.html", import.meta.url), "utf8");
const errors = [];
let number = 0;

/** The page with a desk; each test has both anew. */
async function page() {
  const { window } = new JSDOM(html);
  const canvas = new Proxy({}, { get: () => () => {}, set: () => true });
  window.HTMLCanvasElement.prototype.getContext = () => canvas;
  const desk = await Desk.open({ seed: 7, boards: [{ name: "desk", model: "MetaMotion S", address: "E1:00:00:00:00:01" }] });
  const frames = [];
  Object.assign(globalThis, { window, document: window.document, requestAnimationFrame: (draw) => frames.push(draw) });
  desk.install();
  await import(`./app.js?${(number += 1)}`);
  const element = (id) => window.document.getElementById(id);
  const draw = () => frames.splice(0).forEach((frame) => frame());
  return { desk, element, draw, click: (id) => element(id).click() };
}

async function connected() {
  const all = await page();
  all.click("connect");
  await all.desk.advance(5000);
  assert.equal(all.element("status").value, "connected to MetaWear");
  return all;
}

test("the light goes on and off", async () => {
  const { desk, click } = await connected();
  for (const green of [1, 0]) {
    click("light");
    await desk.advance(200);
    assert.equal(desk.state().light.green, green);
  }
});

test("a board that lies flat measures 1 g", async () => {
  const { desk, element, draw, click } = await connected();
  click("stream");
  await desk.advance(1000);
  draw();
  const [x, y, z, unit] = element("newest").value.split(" ");
  assert.ok(Math.abs(x) < 0.1 && Math.abs(y) < 0.1 && Math.abs(z - 1) < 0.1 && unit === "g", element("newest").value);
  click("connect");
  await desk.advance(1000);
  assert.equal(element("status").value, "not connected");
  assert.deepEqual(desk.state().streaming, []);
});

test("a lost link", async () => {
  const { desk, element, draw, click } = await connected();
  click("stream");
  await desk.advance(1000);
  desk.do({ "link-loss": "7 s" });
  await desk.advance(7000);
  assert.equal(element("status").value, "not connected");
  click("connect");
  await desk.advance(5000);
  assert.equal(element("status").value, "connected to MetaWear");
  click("stream");
  await desk.advance(1000);
  draw();
  assert.match(element("newest").value, / g$/);
  assert.deepEqual(errors, []);
});

test("a person who wants none of the boards", async () => {
  const { desk, element, click } = await page();
  desk.chooser = () => null;
  click("connect");
  await desk.advance(5000);
  assert.match(element("status").value, /^NotFoundError/);
});

process.on("unhandledRejection", (error) => errors.push(error));
