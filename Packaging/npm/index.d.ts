// Types of the package, without those of others: `Bluetooth` and what belongs to it have the members of the Web Bluetooth
// specification that boardsim has.

/** A product, as a scenario names it: `MetaMotion S`, `Triki` … */
export type Model = string;
/** A number with a unit: `500 ms`, `90 deg`, `40 %`. */
export type Quantity = string;
/** A move of a scenario: `{turn: {by: "90 deg", for: "1 s"}}`. */
export type Move = Record<string, unknown>;
/** An entry of a scenario's `inputs` or `faults` without its time: `{button: "press"}`, `"reset"`. */
export type Action = string | Record<string, unknown>;

export interface BoardOptions {
  model: Model;
  /** Its name for the desk; default `board 1`, `board 2` … */
  name?: string;
  motion?: Move[];
  /** Whatever else a scenario has for a board, without files. */
  [key: string]: unknown;
}

export interface DeskOptions {
  boards: BoardOptions[];
  /** A whole number of at most 64 bits; text for those that a number cannot have. Default 1. */
  seed?: number | bigint | string;
  /** What surrounds the boards, as in a scenario. */
  world?: Record<string, unknown>;
  /** What happens to the boards, as in a scenario: each entry has `at`. */
  inputs?: Record<string, unknown>[];
  /** What goes wrong, as in a scenario: each entry has `at`. */
  faults?: Record<string, unknown>[];
  /** Whether the trace is kept; it costs time. Default false. */
  trace?: boolean;
  /** The connection interval that the browser begins with. Default `30 ms`, as BlueZ. */
  interval?: Quantity;
}

export interface BoardIdentity {
  name: string;
  model: Model;
  firmware: string;
  address: string;
}

/** Timers that a test has faked: those of `node:test` or sinon (`tick`), or Jest's. */
export type FakeTimers = { tick(milliseconds: number): unknown } | { advanceTimersByTime(milliseconds: number): unknown };

/** What an ideal observer sees of a board. */
export interface Truth {
  /** Seconds. */
  time: number;
  /** Body to world: w, x, y, z. */
  orientation: number[];
  /** Metres, world. */
  position: number[];
  /** m/s, world. */
  velocity: number[];
  /** m/s², world, without gravity. */
  acceleration: number[];
  /** g, in the board's axes. */
  force: number[];
  /** deg/s, in the board's axes. */
  rotation: number[];
  /** µT, in the board's axes. */
  magneticField: number[];
  /** °C. */
  temperature: number;
  /** hPa. */
  pressure: number;
  /** Lux. */
  illuminance: number;
  /** Percent. */
  humidity: number;
}

/** Boards on a desk, in virtual time, and the browser that uses them. */
export class Desk {
  /** Rejects with a `BoardsimError` if the options are wrong. */
  static open(options: DeskOptions): Promise<Desk>;
  /** The boards in the order of the options. */
  readonly boards: BoardIdentity[];
  /** What a page has as `navigator.bluetooth`. */
  readonly bluetooth: Bluetooth;
  /** Virtual milliseconds since the desk was opened. */
  readonly time: number;
  /** Answers `requestDevice`; by default, the first device. What is none of them closes the chooser. */
  chooser: (devices: BluetoothDevice[]) => BluetoothDevice | null | undefined | Promise<BluetoothDevice | null | undefined>;
  /** Whether only `advance` moves time; default false: an operation that is awaited moves it to its own end. */
  manual: boolean;
  /** The connection interval of the next connection. */
  interval: Quantity;
  /** Moves time by so many milliseconds; `clock` runs with it. One call at a time. */
  advance(milliseconds: number, options?: { clock?: FakeTimers }): Promise<void>;
  /** Does something to a board now; throws a `BoardsimError` if it is wrong. `board` may be left out if there is one. */
  do(action: Action, options?: { board?: string }): void;
  /** The state of a board, as of `boardsim serve`. */
  state(board?: string): Record<string, any>;
  /** The truth about a board, as of `boardsim serve`. */
  truth(board?: string): Truth;
  /** What happened, line by line; throws unless the desk was opened with `trace: true`. */
  trace(): string;
  /** These timers run with the boards from now on; null for none. */
  useTimers(timers: FakeTimers | null): void;
  /** Makes `bluetooth` the `navigator.bluetooth` of a window; default: of this one. */
  install(target?: object): void;
}

/** An error of a request; `place` is where: `boards[0].model`. */
export interface BoardsimError extends Error {
  place: string;
}

export interface Bluetooth extends EventTarget {
  getAvailability(): Promise<boolean>;
  getDevices(): Promise<BluetoothDevice[]>;
  requestDevice(options: {
    filters?: { services?: (string | number)[]; name?: string; namePrefix?: string; manufacturerData?: { companyIdentifier: number }[] }[];
    optionalServices?: (string | number)[];
    acceptAllDevices?: boolean;
  }): Promise<BluetoothDevice>;
}

/** Events: `gattserverdisconnected`. */
export interface BluetoothDevice extends EventTarget {
  readonly id: string;
  readonly name?: string;
  readonly gatt: BluetoothRemoteGATTServer;
  forget(): Promise<void>;
}

export interface BluetoothRemoteGATTServer {
  readonly device: BluetoothDevice;
  readonly connected: boolean;
  connect(): Promise<BluetoothRemoteGATTServer>;
  disconnect(): void;
  getPrimaryService(service: string | number): Promise<BluetoothRemoteGATTService>;
  getPrimaryServices(service?: string | number): Promise<BluetoothRemoteGATTService[]>;
}

export interface BluetoothRemoteGATTService extends EventTarget {
  readonly device: BluetoothDevice;
  readonly uuid: string;
  readonly isPrimary: boolean;
  getCharacteristic(characteristic: string | number): Promise<BluetoothRemoteGATTCharacteristic>;
  getCharacteristics(characteristic?: string | number): Promise<BluetoothRemoteGATTCharacteristic[]>;
}

/** Events: `characteristicvaluechanged`. */
export interface BluetoothRemoteGATTCharacteristic extends EventTarget {
  readonly service: BluetoothRemoteGATTService;
  readonly uuid: string;
  readonly properties: Readonly<Record<string, boolean>>;
  readonly value: DataView | null;
  readValue(): Promise<DataView>;
  writeValue(value: ArrayBuffer | ArrayBufferView): Promise<void>;
  writeValueWithResponse(value: ArrayBuffer | ArrayBufferView): Promise<void>;
  writeValueWithoutResponse(value: ArrayBuffer | ArrayBufferView): Promise<void>;
  startNotifications(): Promise<BluetoothRemoteGATTCharacteristic>;
  stopNotifications(): Promise<BluetoothRemoteGATTCharacteristic>;
  getDescriptor(descriptor: string | number): Promise<BluetoothRemoteGATTDescriptor>;
  getDescriptors(descriptor?: string | number): Promise<BluetoothRemoteGATTDescriptor[]>;
}

export interface BluetoothRemoteGATTDescriptor {
  readonly characteristic: BluetoothRemoteGATTCharacteristic;
  readonly uuid: string;
  readonly value: DataView | null;
  readValue(): Promise<DataView>;
  writeValue(value: ArrayBuffer | ArrayBufferView): Promise<void>;
}
