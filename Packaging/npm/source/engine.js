// The module for WebAssembly: requests and records (Packaging/wasm/calls.json of the sources describes both).
const HEADER = 24;
const KEPT_PACKETS = 8;
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");

/** An error of a request, with its place in it. */
export class BoardsimError extends Error {
  constructor(message, place) {
    super(place ? `${place}: ${message}` : message);
    this.name = "BoardsimError";
    this.place = place;
  }
}

export class Engine {
  #exports;
  #memory;
  #encoder;
  #decoder;
  #packets = [];
  #failure;

  constructor(exports, { TextEncoder, TextDecoder } = globalThis) {
    this.#encoder = new TextEncoder();
    this.#decoder = new TextDecoder();
    this.#exports = exports;
    this.#memory = exports.memory;
  }

  /** Nanoseconds. */
  now = 0n;

  /** The result of a request; throws a BoardsimError. */
  call(method, params = {}) {
    const text = this.#encoder.encode(JSON.stringify({ method, params }));
    if (method === "write") this.#keep(">", params.handle, params.bytes);
    const answer = this.#guard((exports) => {
      const place = exports.boardsim_input(text.length);
      new Uint8Array(this.#memory.buffer, place, text.length).set(text);
      const answer = exports.boardsim_call(place, text.length);
      return this.#decoder.decode(new Uint8Array(this.#memory.buffer, answer, exports.boardsim_answer_count()));
    });
    const { result, error } = JSON.parse(answer);
    if (error) throw new BoardsimError(error.message, error.place);
    this.#guard((exports) => (this.now = exports.boardsim_now()));
    return result;
  }

  /**
   * Moves time to `until` (nanoseconds), or until something has happened, and hands each record on:
   * `receive(kind, connection, number, bytes)`.
   */
  advance(until, receive) {
    const records = this.#guard((exports) => {
      this.now = exports.boardsim_advance(until);
      const count = exports.boardsim_take();
      return count ? this.#memory.buffer.slice(exports.boardsim_events(), exports.boardsim_events() + count) : null;
    });
    if (!records) return;
    const view = new DataView(records);
    for (let at = 0; at < records.byteLength; ) {
      const size = view.getUint32(at, true), kind = view.getUint32(at + 4, true);
      const connection = view.getUint32(at + 16, true), number = view.getUint32(at + 20, true);
      const bytes = new Uint8Array(records, at + HEADER, size);
      if (kind === 1) this.#keep("<", number, bytes);
      receive(kind, connection, number, bytes);
      at += HEADER + size;
    }
  }

  /** What a record has as JSON. */
  json(bytes) {
    return JSON.parse(this.#decoder.decode(bytes));
  }

  #keep(direction, handle, bytes) {
    this.#packets.push([this.now, direction, handle, bytes]);
    if (this.#packets.length > KEPT_PACKETS) this.#packets.shift();
  }

  /** A module that has trapped is in no state to go on. */
  #guard(use) {
    if (this.#failure) throw this.#failure;
    try {
      return use(this.#exports);
    } catch (error) {
      const packets = this.#packets.map(([time, direction, handle, bytes]) =>
        `  ${(Number(time) / 1e9).toFixed(6)} s ${direction} handle ${handle}: ${typeof bytes === "string" ? bytes : hex(bytes)}`);
      this.#failure = new Error(
        `the boards have crashed (${error.message}), which is a fault of boardsim; open a new desk. The last packets:\n${packets.join("\n")}`,
        { cause: error });
      throw this.#failure;
    }
  }
}
