import { cannot, failed, inProgress, notFound, notSupported, security } from "./errors.js";
import { Target } from "./events.js";
import { BLOCKLIST, BluetoothUUID } from "./uuid.js";

const LONGEST_VALUE = 512;
const [READ, WRITE_WITHOUT_RESPONSE, WRITE, NOTIFY, INDICATE] = [0x02, 0x04, 0x08, 0x10, 0x20];
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of a buffer or a view, of whatever window; a copy. */
function bytesOf(source, method, object) {
  const bytes = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
  if (bytes.length <= LONGEST_VALUE) return bytes.slice();
  throw new DOMException(cannot(method, object, "Value can't exceed 512 bytes."), "InvalidModificationError");
}

const viewOf = (bytes) => new DataView(bytes.slice().buffer);

/** Does one operation at a time, as Chromium does for each attribute. */
class Attribute extends Target {
  #isBusy = false;
  value = null;

  /** Throws unless it belongs to the present link of its service. */
  require(service, method, kind) {
    service.device.gatt.require(service, method, this, kind, "perform GATT operations");
  }

  async operate(service, call, params) {
    const { gatt } = service.device;
    if (this.#isBusy) throw inProgress();
    this.#isBusy = true;
    try {
      return await gatt.operate(call, params);
    } catch (error) {
      throw error instanceof Error ? error : failed(error);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Throws if the blocklist forbids it. */
  refuse(what, ...kinds) {
    if (!kinds.includes(BLOCKLIST.get(this.uuid))) return;
    throw security(`${what}() called on blocklisted object marked exclude-writes. https://goo.gl/4NeimX`);
  }
}

export class BluetoothRemoteGATTService extends Target {
  #characteristics;

  constructor(gatt, { uuid, characteristics }) {
    super();
    this.device = gatt.device;
    this.uuid = uuid.toLowerCase();
    this.#characteristics = characteristics.map((own) => new BluetoothRemoteGATTCharacteristic(this, own));
  }

  isPrimary = true;

  async getCharacteristic(characteristic) {
    return this.#find("getCharacteristic", BluetoothUUID.getCharacteristic(characteristic, "getCharacteristic", this))[0];
  }

  async getCharacteristics(characteristic) {
    const uuid = characteristic === undefined ? undefined : BluetoothUUID.getCharacteristic(characteristic, "getCharacteristics", this);
    return this.#find("getCharacteristics", uuid);
  }

  #find(method, uuid) {
    if (uuid && BLOCKLIST.get(uuid) === "exclude") throw security("getCharacteristic(s) called with blocklisted UUID. https://goo.gl/4NeimX");
    this.device.gatt.require(this, method, this, "Service", "retrieve characteristics");
    const found = this.#characteristics.filter((own) => (uuid ? own.uuid === uuid : BLOCKLIST.get(own.uuid) !== "exclude"));
    if (found.length > 0) return found;
    throw notFound(
      uuid
        ? `No Characteristics matching UUID ${uuid} found in Service with UUID ${this.uuid}.`
        : `No Characteristics found in service with UUID ${this.uuid}.`);
  }
}

export class BluetoothRemoteGATTCharacteristic extends Attribute {
  #handle;
  #descriptors;
  #isSubscribed = false;

  constructor(service, { uuid, properties, handle, descriptors }) {
    super();
    this.service = service;
    this.uuid = uuid.toLowerCase();
    this.#handle = handle;
    this.#descriptors = descriptors.map((own) => new BluetoothRemoteGATTDescriptor(this, own));
    const has = (bit) => (properties & bit) !== 0;
    this.properties = Object.freeze({
      broadcast: has(0x01), read: has(READ), writeWithoutResponse: has(WRITE_WITHOUT_RESPONSE), write: has(WRITE), notify: has(NOTIFY),
      indicate: has(INDICATE), authenticatedSignedWrites: has(0x40), reliableWrite: false, writableAuxiliaries: false,
    });
  }

  async readValue() {
    this.#require("readValue", this.properties.read);
    this.changed(await this.operate(this.service, "read", { handle: this.#handle }));
    return this.value;
  }

  async writeValue(value) {
    const response = this.properties.write;
    return this.#write("writeValue", value, response, response || this.properties.writeWithoutResponse);
  }

  async writeValueWithResponse(value) {
    return this.#write("writeValueWithResponse", value, true, this.properties.write);
  }

  async writeValueWithoutResponse(value) {
    // A board ignores what it does not take; nobody hears of it.
    return this.#write("writeValueWithoutResponse", value, false, true);
  }

  async #write(method, value, response, isPossible) {
    this.refuse("writeValue", "exclude-writes");
    this.#require(method, isPossible);
    const bytes = bytesOf(value, method, this);
    await this.operate(this.service, "write", { handle: this.#handle, bytes: hex(bytes), response });
    if (response) this.value = viewOf(bytes);
  }

  async startNotifications() {
    const { notify, indicate } = this.properties;
    this.#require("startNotifications", notify || indicate);
    if (this.#isSubscribed) return this;
    this.service.device.gatt.route(this.#handle, this);
    await this.operate(this.service, "subscribe", { handle: this.#handle, to: notify ? "notifications" : "indications" });
    this.#isSubscribed = true;
    return this;
  }

  async stopNotifications() {
    this.#require("stopNotifications", true);
    if (!this.#isSubscribed) return this;
    this.#isSubscribed = false;
    await this.operate(this.service, "subscribe", { handle: this.#handle, to: "off" });
    return this;
  }

  async getDescriptor(descriptor) {
    return this.#find("getDescriptor", BluetoothUUID.getDescriptor(descriptor, "getDescriptor", this))[0];
  }

  async getDescriptors(descriptor) {
    return this.#find("getDescriptors", descriptor === undefined ? undefined : BluetoothUUID.getDescriptor(descriptor, "getDescriptors", this));
  }

  #find(method, uuid) {
    this.service.device.gatt.require(this.service, method, this, "Characteristic", "retrieve descriptors");
    const found = this.#descriptors.filter((own) => uuid === undefined || own.uuid === uuid);
    if (found.length > 0) return found;
    throw notFound(
      uuid
        ? `No Descriptors matching UUID ${uuid} found in Characteristic with UUID ${this.uuid}.`
        : "No Descriptors found in Characteristic.");
  }

  /** Throws unless there is a link, and the board can do it. */
  #require(method, isPossible) {
    this.require(this.service, method, "Characteristic");
    if (!isPossible) throw notSupported("GATT Error: Not supported.");
  }

  /** A new value has come. */
  changed(bytes) {
    this.value = viewOf(bytes);
    this.fire("characteristicvaluechanged");
  }
}

export class BluetoothRemoteGATTDescriptor extends Attribute {
  #handle;

  constructor(characteristic, { uuid, handle }) {
    super();
    this.characteristic = characteristic;
    this.uuid = uuid.toLowerCase();
    this.#handle = handle;
  }

  async readValue() {
    this.require(this.characteristic.service, "readValue", "Descriptor");
    this.value = viewOf(await this.operate(this.characteristic.service, "read", { handle: this.#handle }));
    return this.value;
  }

  async writeValue(value) {
    this.refuse("writeValue", "exclude-writes");
    this.require(this.characteristic.service, "writeValue", "Descriptor");
    const bytes = bytesOf(value, "writeValue", this);
    await this.operate(this.characteristic.service, "write", { handle: this.#handle, bytes: hex(bytes), response: true });
    this.value = viewOf(bytes);
  }
}
