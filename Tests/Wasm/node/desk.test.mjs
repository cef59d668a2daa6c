import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { readFile } from "node:fs/promises";
import { Desk } from "boardsim";
import { ACCELERATION, open, outcome } from "./metawear.mjs";

const boards = [{ model: "MetaMotion S", name: "wrist" }];

test("actions change the state and the truth", async () => {
  const desk = await Desk.open({ boards });
  desk.do({ button: "press" });
  assert.equal(desk.state().button, true);
  desk.do({ battery: "40 %" });
  assert.equal(desk.state().battery, 40);
  desk.do({ temperature: "31 degC" });
  desk.do({ motion: [{ turn: { by: "90 deg", about: "x", for: "1 s" } }] });
  await desk.advance(2000);
  const { force, temperature } = desk.truth();
  assert.ok(Math.abs(force[1] - 1) < 1e-9, `${force}`);
  assert.equal(temperature, 31);
  desk.do("reset");
  assert.equal(desk.state().power.resets, 1);
});

test("inputs and faults come at their times", async () => {
  const desk = await Desk.open({ boards, inputs: [{ at: "1 s", button: "press" }], faults: [{ at: "2 s", every: "1 s", times: 3, reset: {} }] });
  await desk.advance(999);
  assert.equal(desk.state().button, false);
  await desk.advance(1);
  assert.equal(desk.state().button, true);
  await desk.advance(9000);
  assert.equal(desk.state().power.resets, 3);
});

test("bad input is an error with its place, and changes nothing", async () => {
  const desk = await Desk.open({ boards });
  const before = JSON.stringify(desk.state());
  for (const [action, message] of [
    [{ buton: "press" }, /^BoardsimError: do: unknown key `buton` in action; did you mean `button`\?/],
    [{ button: "pres" }, /^BoardsimError: do\.button: `pres` is not a button action; did you mean `press`\?/],
    [{ battery: "40" }, /^BoardsimError: do\.battery: `40` has no unit; write `40 %`/],
    [{ temperature: "1e300 degC" }, /out of range/],
    [{ motion: [{ rest: "1 s" }, { turn: { by: "90 m" } }] }, /^BoardsimError: do\.motion\[1\]\.turn\.by: `m` is not a unit of an angle/],
    [{}, /^BoardsimError: do: no action is given; write one of: button, /],
    [[], /^BoardsimError: do: the action is not an object/],
    [{ motion: [{ repeat: { times: 1000000, moves: [{ walk: "10 d" }] } }] }, /do\.motion: the motion, with its repeats, is too long/],
  ]) {
    assert.throws(() => desk.do(action), (error) => message.test(`${error}`), JSON.stringify(action));
  }
  assert.throws(() => desk.do({ button: "press" }, { board: "ankle" }), /there is no board `ankle`/);
  assert.equal(JSON.stringify(desk.state()), before);
  for (const [options, message] of [
    [{}, /`boards` is missing/], [{ boards: [{ model: "MetaMotion X" }] }, /boards\[0\]\.model: `MetaMotion X` is not a model; did you mean/],
    [{ boards: [{ ...boards[0], adress: "x" }] }, /boards\[0\]: unknown key `adress` in board; did you mean `address`\?/],
    [{ boards: [boards[0], boards[0]] }, /two boards are named `wrist`/], [{ boards, seed: -1 }, /seed: .* is not a seed/],
  ]) {
    assert.match(await outcome(Desk.open(options)), message);
  }
});

test("seeds of 64 bits differ in their last bit", async () => {
  const addresses = [];
  for (const seed of ["18446744073709551615", "18446744073709551614", 2 ** 60]) addresses.push((await Desk.open({ boards, seed })).boards[0].address);
  assert.equal(new Set(addresses).size, 3);
});

test("time stands still with `manual`, and operations end when somebody advances", async () => {
  const desk = await Desk.open({ boards });
  const { command } = await open(desk);
  desk.manual = true;
  const time = desk.time;
  let isDone = false;
  const written = command.writeValueWithResponse(Uint8Array.of(1, 0x80)).then(() => (isDone = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([desk.time, isDone], [time, false]);
  await desk.advance(100);
  await written;
  assert.equal(desk.time, time + 100);
  const again = command.writeValueWithResponse(Uint8Array.of(1, 0x80));
  desk.manual = false;
  await again;
});

test("the timers of node:test run with the boards", async () => {
  const desk = await Desk.open({ boards });
  const { send } = await open(desk);
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  try {
    const times = [];
    desk.useTimers(mock.timers);
    const start = desk.time;
    setInterval(() => times.push(desk.time - start), 250);
    setTimeout(() => send([2, 3, 0, 2, 31, 31, 0, 0, 0xf4, 1, 0, 0, 0xe8, 3, 0, 0, 0xff], [2, 1, 1]), 600);
    await desk.advance(590);
    assert.equal(desk.state().light.green, 0);
    await desk.advance(410);
    assert.equal(desk.state().light.green, 1);
    assert.equal(times.length, 4);
    times.forEach((time, index) => assert.ok(Math.abs(time - 250 * (index + 1)) <= 1, `${times}`));
  } finally {
    mock.timers.reset();
  }
});

test("the trace tells what happened", async () => {
  const desk = await Desk.open({ boards, trace: true });
  const { send } = await open(desk);
  await send([0xfe, 1]);
  await desk.advance(1000);
  assert.match(desk.trace(), /wrist {2}link {2}connected to /);
  assert.match(desk.trace(), /wrist {2}> fe 01 {2}debug reset\n/);
  assert.equal(desk.trace(), desk.trace());
  assert.match(await outcome((async () => (await Desk.open({ boards })).trace())()), /there is no trace; start with/);
});

test("a trap becomes an error that names the last packets", async () => {
  const root = new URL("./", import.meta.resolve("boardsim"));
  const { Engine } = await import(new URL("source/engine.js", root));
  const { Desk: AnyDesk } = await import(new URL("source/desk.js", root));
  const { instance } = await WebAssembly.instantiate(await readFile(new URL("boardsim.wasm", root)), {});
  let isBroken = false;
  const engine = new Engine({
    ...instance.exports,
    boardsim_advance: (until) => {
      if (isBroken) throw new WebAssembly.RuntimeError("unreachable");
      return instance.exports.boardsim_advance(until);
    },
  });
  const desk = new AnyDesk(engine, () => new Promise((resolve) => setImmediate(resolve)), { boards });
  const { command, send } = await open(desk);
  await send([3, 0x80]);
  isBroken = true;
  const words = /^Error: the boards have crashed \(unreachable\), which is a fault of boardsim; open a new desk\. The last packets:\n(.*\n)* {2}\d\.\d+ s > handle \d+: 0380/;
  assert.match(await outcome(command.writeValue(Uint8Array.of(1, 0x80))), words);
  assert.match(await outcome(desk.advance(1)), words);
  assert.throws(() => desk.state(), words);
});

test("every host knows every call", async () => {
  const { calls } = JSON.parse(await readFile(process.env.BOARDSIM_CALLS));
  const desk = await Desk.open({ boards });
  assert.deepEqual(desk.call("version").methods, Object.keys(calls));
});
