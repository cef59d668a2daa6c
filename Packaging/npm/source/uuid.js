// UUIDs: their names, as far as simulated boards have them, and those that a page may not use.
import { cannot } from "./errors.js";

const SERVICES = { generic_access: 0x1800, generic_attribute: 0x1801, device_information: 0x180a, battery_service: 0x180f };
const CHARACTERISTICS = {
  "gap.device_name": 0x2a00, "gap.appearance": 0x2a01, "gap.peripheral_preferred_connection_parameters": 0x2a04,
  "gatt.service_changed": 0x2a05, battery_level: 0x2a19, model_number_string: 0x2a24, serial_number_string: 0x2a25,
  firmware_revision_string: 0x2a26, hardware_revision_string: 0x2a27, software_revision_string: 0x2a28,
  manufacturer_name_string: 0x2a29,
};
const DESCRIPTORS = {
  "gatt.characteristic_extended_properties": 0x2900, "gatt.characteristic_user_description": 0x2901,
  "gatt.client_characteristic_configuration": 0x2902,
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const canonicalUUID = (number) => `${(number >>> 0).toString(16).padStart(8, "0")}-0000-1000-8000-00805f9b34fb`;

const from = (names, kind, page, example) => (value, method, object) => {
  if (typeof value === "number") return canonicalUUID(value);
  if (UUID.test(value)) return value;
  if (Object.hasOwn(names, value)) return canonicalUUID(names[value]);
  const message =
    `Invalid ${kind} name: '${value}'. It must be a valid UUID alias (e.g. 0x1234), UUID (lowercase hex characters e.g. ` +
    "'00001234-0000-1000-8000-00805f9b34fb'), or recognized standard name from " +
    `https://www.bluetooth.com/specifications/gatt/${page} e.g. '${example}'. boardsim knows: ${Object.keys(names).join(", ")}.`;
  throw new TypeError(object ? cannot(method, object, message) : message);
};

export const BluetoothUUID = {
  getService: from(SERVICES, "Service", "services", "alert_notification"),
  getCharacteristic: from(CHARACTERISTICS, "Characteristic", "characteristics", "aerobic_heart_rate_lower_limit"),
  getDescriptor: from(DESCRIPTORS, "Descriptor", "descriptors", "gatt.characteristic_presentation_format"),
  canonicalUUID,
};

/** What no page may use: `exclude`, `exclude-writes`; as far as it concerns these boards. */
export const BLOCKLIST = new Map([
  [canonicalUUID(0x1812), "exclude"],
  // Nordic's firmware update, which MetaBoot has.
  ["00001530-1212-efde-1523-785feabcd123", "exclude"],
  [canonicalUUID(0x2a02), "exclude-writes"],
  [canonicalUUID(0x2a03), "exclude"],
  [canonicalUUID(0x2a25), "exclude"],
  [canonicalUUID(0x2902), "exclude-writes"],
  [canonicalUUID(0x2903), "exclude-writes"],
]);
