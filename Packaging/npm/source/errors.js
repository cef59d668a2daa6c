// The errors of Web Bluetooth with the names and sentences of Chromium 156.
const error = (name) => (message) => new DOMException(message, name);

export const invalidState = error("InvalidStateError");
export const network = error("NetworkError");
export const notFound = error("NotFoundError");
export const notSupported = error("NotSupportedError");
export const security = error("SecurityError");

export const unknown = () => notSupported("GATT operation failed for unknown reason.");

/** What a method of an object says if it does not even begin. */
export const cannot = (method, object, message) => `Failed to execute '${method}' on '${object.constructor.name}': ${message}`;

/** `what` cannot be done: "retrieve services". */
export const disconnected = (method, object, what) =>
  network(cannot(method, object, `GATT Server is disconnected. Cannot ${what}. (Re)connect first with \`device.gatt.connect\`.`));

/** The object is one of an earlier connection; `kind` is what it is. */
export const stale = (method, object, kind) => {
  const again = `Remember to retrieve the ${kind.toLowerCase()} again after reconnecting.`;
  return invalidState(cannot(method, object, `${kind} with UUID ${object.uuid} is no longer valid. ${again}`));
};

export const inProgress = () => network("GATT operation already in progress.");

/** Of a failed operation: `att` is the code of the Attribute Protocol. */
export function failed({ att }) {
  if (att === 0x02 || att === 0x03) return notSupported("GATT operation not permitted.");
  if (att === 0x06) return notSupported("GATT Error: Not supported.");
  return unknown();
}
