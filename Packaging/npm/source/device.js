import { disconnected, network, notFound, security, stale } from "./errors.js";
import { Target } from "./events.js";
import { BluetoothRemoteGATTService } from "./gatt.js";
import { BLOCKLIST, BluetoothUUID } from "./uuid.js";

/** A board that a page has asked for. */
export class BluetoothDevice extends Target {
  #allowed = new Set();

  constructor(desk, report) {
    super();
    this.report = report;
    this.id = btoa(report.address);
    this.gatt = new BluetoothRemoteGATTServer(desk, this);
  }

  isAllowed = false;
  isForgotten = false;

  get name() {
    return this.report.name;
  }

  async forget() {
    this.gatt.disconnect();
    this.isAllowed = false;
    this.isForgotten = true;
  }

  /** The chooser has chosen it: the page may use these services, besides those that it may use already. */
  allow(services) {
    this.isAllowed = true;
    for (const uuid of services) if (BLOCKLIST.get(uuid) !== "exclude") this.#allowed.add(uuid);
  }

  /** Throws unless the page has named the service. */
  check(uuid) {
    if (this.#allowed.size === 0) {
      throw security(
        "Origin is not allowed to access any service. Tip: Add the service UUID to 'optionalServices' in requestDevice() options. https://goo.gl/HxfxSQ");
    }
    if (uuid && !this.#allowed.has(uuid)) {
      throw security(
        "Origin is not allowed to access the service. Tip: Add the service UUID to 'optionalServices' in requestDevice() options. https://goo.gl/HxfxSQ");
    }
  }

  isAllowedService(uuid) {
    return this.#allowed.has(uuid);
  }
}

/** The link of a page to a board. */
export class BluetoothRemoteGATTServer {
  #desk;
  #services = [];
  #values = new Map();
  #connection;
  #connecting;
  /** Resolves when the link that the page has ended is over. */
  #ending;

  constructor(desk, device) {
    this.#desk = desk;
    this.device = device;
  }

  connected = false;

  async connect() {
    if (this.device.isForgotten) throw security("GATT operation not authorized.");
    if (this.connected) return this;
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
    await this.#connecting;
    return this;
  }

  async #connect() {
    await this.#ending;
    const { connection, result } = this.#desk.operate("connect", { address: this.device.report.address, interval: this.#desk.interval });
    this.#connection = connection;
    this.#desk.attach(connection, {
      notified: (handle, bytes) => this.#values.get(handle)?.changed(bytes),
      ended: () => this.#connection === connection && this.#lose(),
    });
    try {
      await result;
      const { services } = await this.#desk.operate("discover", { connection }).result;
      this.#services = services.map((service) => new BluetoothRemoteGATTService(this, service));
    } catch (error) {
      if (this.#connection === connection) this.#connection = undefined;
      throw error instanceof Error ? error : network("Connection attempt failed.");
    }
    if (this.#connection !== connection) throw network("Connection attempt failed.");
    this.connected = true;
  }

  disconnect() {
    if (!this.connected) return;
    // The link is over a moment later, when the board has answered.
    this.#ending = this.#desk.end(this.#connection);
    this.#lose();
  }

  #lose() {
    const wasConnected = this.connected;
    this.connected = false;
    this.#connection = undefined;
    this.#services = [];
    this.#values.clear();
    if (wasConnected) this.device.fire("gattserverdisconnected");
  }

  async getPrimaryService(service) {
    const uuid = BluetoothUUID.getService(service, "getPrimaryService", this);
    this.#check("getPrimaryService", uuid);
    const found = this.#services.find((service) => service.uuid === uuid);
    if (!found) throw notFound(`No Services matching UUID ${uuid} found in Device.`);
    return found;
  }

  async getPrimaryServices(service) {
    const uuid = service === undefined ? undefined : BluetoothUUID.getService(service, "getPrimaryServices", this);
    this.#check("getPrimaryServices", uuid);
    const found = this.#services.filter((service) => (uuid ? service.uuid === uuid : this.device.isAllowedService(service.uuid)));
    if (found.length === 0) throw notFound(uuid ? `No Services matching UUID ${uuid} found in Device.` : "No Services found in device.");
    return found;
  }

  #check(method, uuid) {
    if (!this.connected) throw disconnected(method, this, "retrieve services");
    this.device.check(uuid);
  }

  // MARK: For services

  /** Throws unless a service is one of the present link: `method` of `object`, which is a `kind`, wants `what`. */
  require(service, method, object, kind, what) {
    if (!this.connected) throw disconnected(method, object, what);
    if (!this.#services.includes(service)) throw stale(method, object, kind);
  }

  /** The result of an operation on the present link. */
  operate(method, params) {
    return this.#desk.operate(method, { connection: this.#connection, ...params }).result;
  }

  /** A characteristic gets the notifications of its handle. */
  route(handle, characteristic) {
    this.#values.set(handle, characteristic);
  }
}
