// The package in Node, also where a test has replaced the timers or the globals of Node.
import { readFile } from "node:fs/promises";
import timers from "node:timers";
import text from "node:util";
import { Desk as AnyDesk } from "./source/desk.js";

// Before a test replaces it.
const { setImmediate } = timers;
let module;

const platform = {
  text, // jsdom has none.
  module: () => (module ??= readFile(new URL("boardsim.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes))),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
};

export class Desk extends AnyDesk {
  static open(options) {
    return AnyDesk.on(platform, options, this);
  }
}
