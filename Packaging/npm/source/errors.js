// The errors of Web Bluetooth with the names and sentences of Chromium 156.
const error = (name) => (message) => new DOMException(message, name);

export const invalidState = error("InvalidStateError");
export const network = error("NetworkError");
export const notFound = error("NotFoundError");
export const notSupported = error("NotSupportedError");
export const security = error("SecurityError");

export const unknown = () => notSupported("GATT operation failed for unknown reason.");
export const disconnected = (what) =>
  network(`GATT Server is disconnected. Cannot ${what}. (Re)connect first with \`device.gatt.connect\`.`);
export const inProgress = () => network("GATT operation already in progress.");

/** Of a failed operation: `att` is the code of the Attribute Protocol. */
export function failed({ att }) {
  if (att === 0x02 || att === 0x03) return notSupported("GATT operation not permitted.");
  if (att === 0x06) return notSupported("GATT Error: Not supported.");
  return unknown();
}
