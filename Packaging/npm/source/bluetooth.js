import { BluetoothDevice } from "./device.js";
import { cannot, notFound, security } from "./errors.js";
import { Target } from "./events.js";
import { BLOCKLIST, BluetoothUUID } from "./uuid.js";

/** How long a chooser listens before it is answered: some advertisements of each board. */
const SCAN_MILLISECONDS = 2000;
const failure = (bluetooth, message) => new TypeError(cannot("requestDevice", bluetooth, message));

/** `navigator.bluetooth`, on the boards of a desk. */
export class Bluetooth extends Target {
  #desk;
  #devices = new Map();

  constructor(desk) {
    super();
    this.#desk = desk;
  }

  async getAvailability() {
    return true;
  }

  async getDevices() {
    return [...this.#devices.values()].filter((device) => device.isAllowed);
  }

  async requestDevice(options = {}) {
    const filters = readFilters(this, options);
    const services = (options.optionalServices ?? []).map((service) => BluetoothUUID.getService(service, "requestDevice", this));
    const found = await this.#scan(filters);
    const choice = await this.#desk.chooser(found.map(({ device }) => device));
    const chosen = found.find(({ device }) => device === choice);
    if (!chosen) throw notFound("User cancelled the requestDevice() chooser.");
    chosen.device.allow([...services, ...(filters ?? []).flatMap((filter) => filter.services ?? [])]);
    return chosen.device;
  }

  /** What is in reach and passes a filter; null passes all. In the order in which they were heard. */
  async #scan(filters) {
    const found = new Map();
    const stop = this.#desk.listen((report) => {
      if (!report.connectable) return;
      const before = found.get(report.address)?.report;
      // What one advertisement lacks, because the scan response was lost, another one has.
      const services = new Set([...(before?.services ?? []), ...report.services.map((uuid) => uuid.toLowerCase())]);
      found.set(report.address, { report: { ...before, ...report, services: [...services] } });
    });
    await this.#desk.wait(SCAN_MILLISECONDS);
    stop();
    // A board that has a link does not advertise; the system still knows it.
    for (const device of this.#devices.values()) {
      if (device.gatt.connected && !found.has(device.report.address)) found.set(device.report.address, { report: device.report });
    }
    return [...found.values()]
      .filter(({ report }) => !filters || filters.some((filter) => passes(filter, report)))
      .map(({ report }) => ({ device: this.#device(report) }));
  }

  #device(report) {
    let device = this.#devices.get(report.address);
    if (!device || device.isForgotten) this.#devices.set(report.address, (device = new BluetoothDevice(this.#desk, report)));
    device.report = report;
    return device;
  }
}

function readFilters(bluetooth, { filters, exclusionFilters, acceptAllDevices = false }) {
  if (Boolean(filters) === Boolean(acceptAllDevices)) {
    throw failure(bluetooth, "Either 'filters' should be present or 'acceptAllDevices' should be true, but not both.");
  }
  if (exclusionFilters) throw failure(bluetooth, "boardsim has no 'exclusionFilters'; filter in the chooser.");
  if (!filters) return null;
  if (filters.length === 0) throw failure(bluetooth, "'filters' member must be non-empty to find any devices.");
  return filters.map(({ services, name, namePrefix, manufacturerData }) => {
    if (services === undefined && name === undefined && namePrefix === undefined && manufacturerData === undefined) {
      throw failure(bluetooth, "A filter must restrict the devices in some way.");
    }
    if (services?.length === 0) throw failure(bluetooth, "'services', if present, must contain at least one service.");
    if (namePrefix === "") throw failure(bluetooth, "'namePrefix', if present, must be non-empty.");
    const uuids = services?.map((service) => BluetoothUUID.getService(service, "requestDevice", bluetooth));
    if (uuids?.some((uuid) => BLOCKLIST.get(uuid) === "exclude")) {
      throw security("requestDevice() called with a filter containing a blocklisted UUID or manufacturer data. https://goo.gl/4NeimX");
    }
    return { services: uuids, name, namePrefix, manufacturers: manufacturerData?.map(({ companyIdentifier }) => companyIdentifier) };
  });
}

function passes({ services, name, namePrefix, manufacturers }, report) {
  if (name !== undefined && report.name !== name) return false;
  if (namePrefix !== undefined && !report.name?.startsWith(namePrefix)) return false;
  if (services?.some((uuid) => !report.services.includes(uuid))) return false;
  return !manufacturers?.some((company) => report.manufacturer?.company !== company);
}
