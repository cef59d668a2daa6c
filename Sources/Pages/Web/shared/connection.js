// The page's end of the server: the state, kept up to date; events and samples; commands with their answers.
// It connects again by itself when the program restarts.

/// Applies a merge patch (RFC 7396) to an object.
export function merge(target, patch) {
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      delete target[key];
    } else if (typeof value === "object" && !Array.isArray(value)) {
      const known = target[key];
      const isObject = typeof known === "object" && known !== null && !Array.isArray(known);
      target[key] = merge(isObject ? known : {}, value);
    } else {
      target[key] = value;
    }
  }
  return target;
}

/// The blocks of a binary message; `PageModel.SampleBlock` writes them. Values are a Float32Array, sample after
/// sample.
export function* blocks(buffer) {
  const data = new DataView(buffer);
  let at = 0;
  while (at + 24 <= buffer.byteLength) {
    const channels = data.getUint16(at + 2, true);
    const count = data.getUint32(at + 4, true);
    const block = {
      stream: data.getUint16(at, true),
      channels,
      count,
      start: data.getFloat64(at + 8, true),
      step: data.getFloat64(at + 16, true),
      values: new Float32Array(buffer, at + 24, channels * count),
    };
    at += 24 + 4 * channels * count;
    yield block;
  }
}

/// Connects to the server of this page.
///
/// `handlers`: `state(state, patch)` after each change (`patch` is null for a whole new state), `events(list)`,
/// `missed(count)`, `samples(block)`, `status("connecting" | "live" | "lost")`; each may be missing.
export function connect(handlers) {
  const page = { state: {}, status: "connecting", send };
  const waiting = new Map();
  let socket = null;
  let id = 0;
  let pause = 250;
  let site = null;

  function setStatus(status) {
    page.status = status;
    document.documentElement.dataset.link = status;
    handlers.status?.(status);
  }

  function take(message) {
    if (message.site !== undefined) {
      // The program was updated while the page was open.
      if (site !== null && site !== message.site) location.reload();
      site = message.site;
    }
    if (message.state !== undefined) {
      page.state = merge({}, message.state);
      handlers.state?.(page.state, null);
    } else if (message.patch !== undefined) {
      merge(page.state, message.patch);
      handlers.state?.(page.state, message.patch);
    }
    if (message.missed) handlers.missed?.(message.missed);
    if (message.events) handlers.events?.(message.events);
    for (const answer of message.answers ?? []) {
      const pending = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.error === undefined) pending?.resolve(answer.value);
      else pending?.reject(new Error(answer.error));
    }
  }

  function open() {
    setStatus(page.status === "live" ? "lost" : page.status);
    socket = new WebSocket(`ws://${location.host}/socket`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      pause = 250;
      setStatus("live");
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") take(JSON.parse(data));
      else for (const block of blocks(data)) handlers.samples?.(block);
    };
    socket.onclose = () => {
      setStatus("lost");
      for (const { reject } of waiting.values()) reject(new Error("the connection was lost"));
      waiting.clear();
      setTimeout(open, pause);
      pause = Math.min(pause * 2, 4000);
    };
  }

  /// Performs a command; resolves to its answer, or rejects with the page's words.
  function send(name, args = {}) {
    if (socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("the program does not answer; it may have ended"));
    }
    id += 1;
    const own = id;
    socket.send(JSON.stringify({ id: own, name, arguments: args }));
    return new Promise((resolve, reject) => waiting.set(own, { resolve, reject }));
  }

  open();
  return page;
}
