import { Bluetooth } from "./bluetooth.js";
import { Engine } from "./engine.js";
import { invalidState } from "./errors.js";

const MILLISECOND = 1_000_000n;
const SECOND = 1000n * MILLISECOND;
const [NOTIFICATION, DONE, RESULT, FAILED, DISCONNECTED, REPORT] = [1, 2, 3, 4, 5, 6];
const LONGEST = 400n * 86_400n * SECOND;
const nanoseconds = (milliseconds) => BigInt(Math.round(milliseconds * 1e6));

/** Boards on a desk, in virtual time, and the browser that uses them. */
export class Desk {
  #engine;
  #turn;
  #timers;
  #ticked = 0n;
  #isManual = false;
  #isAdvancing = false;
  #isRunning = false;
  #isTraced;
  #operations = new Map();
  #waits = [];
  #connections = new Map();
  #reports = new Set();

  static async on(platform, options, constructor = this) {
    const { exports } = await WebAssembly.instantiate(await platform.module(), {});
    return new constructor(new Engine(exports, platform.text), platform.turn, options);
  }

  constructor(engine, turn, { interval = "30 ms", trace = false, ...options } = {}) {
    this.#engine = engine;
    this.#turn = turn;
    this.#isTraced = trace;
    // Numbers of JSON are too short for all seeds.
    const seed = options.seed === undefined ? undefined : String(options.seed);
    this.boards = engine.call("start", { ...options, seed, trace }).boards;
    this.interval = interval;
    this.bluetooth = new Bluetooth(this);
  }

  chooser = (devices) => devices[0];

  get time() {
    return Number(this.#engine.now) / 1e6;
  }

  get manual() {
    return this.#isManual;
  }

  set manual(isManual) {
    this.#isManual = isManual;
    this.#run();
  }

  do(action, { board } = {}) {
    this.#engine.call("do", { do: action, board });
  }

  state(board) {
    return this.#engine.call("state", { board: board ?? this.#only("state") }).boards[0];
  }

  truth(board) {
    return this.#engine.call("truth", { board });
  }

  #lines = [];

  trace() {
    this.#lines.push(...this.#engine.call("trace").lines);
    return this.#lines.join("\n");
  }

  #only(method) {
    if (this.boards.length === 1) return this.boards[0].name;
    throw new TypeError(`desk.${method}(board) needs the name of one of the boards: ${this.boards.map(({ name }) => name).join(", ")}`);
  }

  useTimers(timers) {
    const isKnown = !timers || timers.tick || timers.advanceTimersByTime;
    if (!isKnown) throw new TypeError("timers need a method `tick` (node:test, sinon) or `advanceTimersByTime` (Jest)");
    this.#timers = timers;
    this.#ticked = this.#engine.now / MILLISECOND;
  }

  install(target = globalThis) {
    const navigator = target.navigator ?? {};
    if (!target.navigator) Object.defineProperty(target, "navigator", { value: navigator, configurable: true, writable: true });
    Object.defineProperty(navigator, "bluetooth", { value: this.bluetooth, configurable: true });
  }

  async advance(milliseconds, { clock } = {}) {
    if (!(milliseconds >= 0)) throw new TypeError(`advance(${milliseconds}): give milliseconds, 0 or more`);
    if (this.#isAdvancing) throw invalidState("desk.advance is under way; await it");
    if (this.#engine.now + nanoseconds(milliseconds) > LONGEST) throw new TypeError(`advance(${milliseconds}): a desk lives 400 days`);
    this.#isAdvancing = true;
    const timers = this.#timers;
    if (clock) this.useTimers(clock);
    try {
      await this.#turn();
      const end = this.#engine.now + nanoseconds(milliseconds);
      do {
        this.#step(end);
        await this.#turn();
      } while (this.#engine.now < end);
    } finally {
      if (clock) this.#timers = timers;
      this.#isAdvancing = false;
      this.#run();
    }
  }

  // MARK: For the browser

  /** A request of the module. */
  call(method, params) {
    return this.#engine.call(method, params);
  }

  /** Begins an operation; its result is bytes, or an object. A failure is an object with `message`. */
  operate(method, params) {
    const answer = this.#engine.call(method, params);
    const result = new Promise((resolve, reject) => this.#operations.set(answer.operation, { resolve, reject }));
    this.#run();
    return { ...answer, result };
  }

  /** Ends a connection; resolves when it is over. */
  end(connection) {
    this.#engine.call("disconnect", { connection });
    // It may not be awaited, so it never fails.
    const result = new Promise((resolve) => this.#operations.set(`end of ${connection}`, { resolve, reject: resolve }));
    this.#run();
    return result;
  }

  /** Resolves when so many milliseconds of virtual time are over. */
  wait(milliseconds) {
    const time = this.#engine.now + nanoseconds(milliseconds);
    const result = new Promise((resolve) => this.#waits.push({ time, resolve }));
    this.#run();
    return result;
  }

  /** A connection hands its events to `receiver`, until `ended`. */
  attach(connection, receiver) {
    this.#connections.set(connection, receiver);
  }

  /** Hands each advertisement to `receive` until the function that it returns is called. */
  listen(receive) {
    if (this.#reports.size === 0) this.#engine.call("scan");
    this.#reports.add(receive);
    return () => {
      this.#reports.delete(receive);
      if (this.#reports.size === 0) this.#engine.call("scan", { on: false });
    };
  }

  // MARK: Time

  /** As long as an operation is under way and nothing else moves time, it moves by itself. */
  async #run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (;;) {
        await this.#turn();
        if (this.#isManual || this.#isAdvancing || this.#operations.size + this.#waits.length === 0) return;
        this.#step(this.#engine.now + SECOND);
      }
    } catch (error) {
      this.#abandon(error);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Moves time to the next thing that happens, or to `limit`. */
  #step(limit) {
    let until = limit;
    for (const { time } of this.#waits) if (time < until) until = time;
    // A timer of the page may be due at any millisecond.
    if (this.#timers) {
      const next = (this.#ticked + 1n) * MILLISECOND;
      if (next < until) until = next;
    }
    this.#engine.advance(until, (...record) => this.#receive(...record));
    const { now } = this.#engine;
    if (this.#waits.length > 0) {
      const due = this.#waits.filter(({ time }) => time <= now);
      this.#waits = this.#waits.filter(({ time }) => time > now);
      for (const { resolve } of due) resolve();
    }
    if (!this.#timers) return;
    const milliseconds = now / MILLISECOND - this.#ticked;
    this.#ticked += milliseconds;
    if (milliseconds === 0n) return;
    if (this.#timers.tick) this.#timers.tick(Number(milliseconds));
    else this.#timers.advanceTimersByTime(Number(milliseconds));
  }

  #receive(kind, connection, number, bytes) {
    switch (kind) {
      case NOTIFICATION:
        return this.#connections.get(connection)?.notified(number, bytes);
      case DONE:
        return this.#end(number)?.resolve(bytes);
      case RESULT:
        return this.#end(number)?.resolve(this.#engine.json(bytes));
      case FAILED:
        return this.#end(number)?.reject(this.#engine.json(bytes));
      case DISCONNECTED: {
        const receiver = this.#connections.get(connection);
        this.#connections.delete(connection);
        this.#end(`end of ${connection}`)?.resolve();
        return receiver?.ended(this.#engine.json(bytes));
      }
      case REPORT: {
        const report = this.#engine.json(bytes);
        for (const receive of this.#reports) receive(report);
      }
    }
  }

  #end(number) {
    const operation = this.#operations.get(number);
    this.#operations.delete(number);
    return operation;
  }

  /** The boards have crashed: nothing that waits for them would ever end. */
  #abandon(error) {
    for (const { reject } of this.#operations.values()) reject(error);
    this.#operations.clear();
    this.#waits = [];
  }
}
