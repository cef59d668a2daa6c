// The package in a page.
import { Desk as AnyDesk } from "./source/desk.js";

const { port1, port2 } = new MessageChannel();
const waiting = [];
let module;
port1.onmessage = () => waiting.shift()();

const platform = {
  module: () => (module ??= WebAssembly.compileStreaming(fetch(new URL("boardsim.wasm", import.meta.url)))),
  turn: () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    }),
};

export class Desk extends AnyDesk {
  static open(options) {
    return AnyDesk.on(platform, options, this);
  }
}
