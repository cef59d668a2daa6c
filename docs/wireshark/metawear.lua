-- Made from the register tables in Sources/Devices/MetaWearBoard/Modules; do not edit.
-- ./boardsim dissector --write makes it anew. How to use it: README.md, beside this file.

local command_uuid = "326a9001-85cb-9195-d9dd-464cfbbae75a"
local notification_uuid = "326a9006-85cb-9195-d9dd-464cfbbae75a"

-- Payloads: {name, first bit, bits (none for a tail), options}; `forms` are the layouts that take
-- a payload's place by the value of one of its fields.
local layouts = {
  { { "on", 0, 8 } },
  { { "mode", 0, 8, names = { [0] = "paused", [1] = "playing", [2] = "autoplaying" } } },
  { { "clear", 0, 8 } },
  {
    { "channel", 0, 8, names = { [0] = "green", [1] = "red", [2] = "blue" } },
    { "mode", 8, 8, names = { [0] = "solid", [1] = "blink", [2] = "pulse" } },
    { "high intensity", 16, 8 },
    { "low intensity", 24, 8 },
    { "high time", 32, 16, unit = "ms" },
    { "period", 48, 16, unit = "ms" },
    { "delay", 64, 16, unit = "ms" },
    { "repeat count", 80, 8 },
  },
  {
    { "channel", 0, 8, names = { [0] = "green", [1] = "red", [2] = "blue" } },
    { "mode", 8, 8, names = { [0] = "solid", [1] = "blink", [2] = "pulse" } },
    { "high intensity", 16, 8 },
    { "low intensity", 24, 8 },
    { "rise time", 32, 16, unit = "ms" },
    { "high time", 48, 16, unit = "ms" },
    { "fall time", 64, 16, unit = "ms" },
    { "period", 80, 16, unit = "ms" },
    { "delay", 96, 16, unit = "ms" },
    { "repeat count", 112, 8 },
    forms = { { field = 2, value = 0, layout = 4 }, { field = 2, value = 1, layout = 4 } },
  },
  { { "value", 0, 8 } },
  {
    { "enable", 0, 8 },
    { "disable", 8, 8 },
  },
  { { "mask", 0, 8 } },
  {
    { "output rate", 0, 4 },
    { "bandwidth", 4, 3 },
    { "undersampling", 7, 1 },
    { "range", 8, 8, names = { [3] = "g2", [5] = "g4", [8] = "g8", [12] = "g16" } },
  },
  {
    { "x", 0, 16, signed = true },
    { "y", 16, 16, signed = true },
    { "z", 32, 16, signed = true },
  },
  { { "value", 0, 16 } },
  {
    { "low duration", 0, 8 },
    { "low threshold", 8, 8 },
    { "low hysteresis", 16, 2 },
    { "sum of axes", 18, 1 },
    { "unused", 19, 3 },
    { "high hysteresis", 22, 2 },
    { "high duration", 24, 8 },
    { "high threshold", 32, 8 },
  },
  {
    { "high-g", 0, 1 },
    { "low-g", 1, 1 },
    { "x", 2, 1 },
    { "y", 3, 1 },
    { "z", 4, 1 },
    { "negative", 5, 1 },
    { "reserved", 6, 2 },
  },
  {
    { "any-motion count less one", 0, 2 },
    { "slow-motion count less one, or no-motion duration", 2, 6 },
    { "any-motion threshold", 8, 8 },
    { "slow or no-motion threshold", 16, 8 },
    { "no motion in place of slow", 24, 1 },
    { "significant motion in place of any", 25, 1 },
    { "skip time", 26, 2 },
    { "proof time", 28, 2 },
    { "unused", 30, 2 },
  },
  {
    { "significant motion", 0, 1 },
    { "any motion", 1, 1 },
    { "slow or no motion", 2, 1 },
    { "x", 3, 1 },
    { "y", 4, 1 },
    { "z", 5, 1 },
    { "negative", 6, 1 },
    { "reserved", 7, 1 },
  },
  {
    { "double-tap window", 0, 3 },
    { "unused", 3, 3 },
    { "long shock", 6, 1 },
    { "short quiet", 7, 1 },
    { "threshold", 8, 5 },
    { "unused", 13, 1 },
    { "samples", 14, 2 },
  },
  {
    { "double tap", 0, 1 },
    { "single tap", 1, 1 },
    { "x", 2, 1 },
    { "y", 3, 1 },
    { "z", 4, 1 },
    { "negative", 5, 1 },
    { "reserved", 6, 2 },
  },
  {
    { "mode", 0, 2 },
    { "blocking", 2, 2 },
    { "hysteresis", 4, 4 },
    { "theta", 8, 6 },
    { "up and down", 14, 1 },
    { "axes exchanged", 15, 1 },
  },
  {
    { "changed", 0, 1 },
    { "orientation", 1, 2 },
    { "face down", 3, 1 },
    { "reserved", 4, 4 },
  },
  {
    { "theta", 0, 6 },
    { "unused", 6, 2 },
    { "hysteresis", 8, 3 },
    { "unused", 11, 1 },
    { "hold time", 12, 2 },
    { "unused", 14, 2 },
  },
  {
    { "changed", 0, 1 },
    { "flat, from revision 2 on z is positive", 1, 1 },
    { "flat, from revision 2 on", 2, 1 },
    { "reserved", 3, 5 },
  },
  {
    { "acceleration x", 0, 8, signed = true, unit = "mg", times = 39, over = 10 },
    { "acceleration y", 8, 8, signed = true, unit = "mg", times = 39, over = 10 },
    { "acceleration z", 16, 8, signed = true, unit = "mg", times = 39, over = 10 },
    { "rotation x, low", 24, 8 },
    { "rotation y, low", 32, 8 },
    { "rotation z, low", 40, 8 },
    { "rotation x, high", 48, 2, signed = true },
    { "rotation y, high", 50, 2, signed = true },
    { "rotation z, high", 52, 2, signed = true },
    { "acceleration offset on", 54, 1 },
    { "rotation offset on", 55, 1 },
  },
  {
    { "minimum step time", 0, 3 },
    { "minimum threshold", 3, 2 },
    { "alpha", 5, 3 },
    { "minimum step buffer", 8, 3 },
    { "counter on", 11, 1 },
    { "unused", 12, 4 },
  },
  {
    { "x", 0, 16, signed = true },
    { "y", 16, 16, signed = true },
    { "z", 32, 16, signed = true },
    { "x", 48, 16, signed = true },
    { "y", 64, 16, signed = true },
    { "z", 80, 16, signed = true },
    { "x", 96, 16, signed = true },
    { "y", 112, 16, signed = true },
    { "z", 128, 16, signed = true },
  },
  {
    { "output rate", 0, 4 },
    { "bandwidth", 4, 3 },
    { "filter performance", 7, 1 },
    { "range", 8, 8, names = { [0] = "g2", [1] = "g4", [2] = "g8", [3] = "g16" } },
  },
  {
    { "bank", 0, 8 },
    { "bytes", 8 },
  },
  {
    { "significant motion", 0, 1 },
    { "no motion", 1, 1 },
    { "any motion", 2, 1 },
    { "reserved", 3, 5 },
  },
  {
    { "kind", 0, 2 },
    { "gesture", 2, 6 },
  },
  {
    { "steps", 0, 8 },
    { "steps times 256", 8, 8, optional = true },
  },
  {
    { "flag", 0, 1 },
    { "activity", 1, 7 },
  },
  { { "value", 0, 16, signed = true } },
  {
    { "interface", 0, 3 },
    { "offset on", 3, 1 },
    { "unused", 4, 4 },
    { "x", 8, 8, signed = true, unit = "mg", times = 39, over = 10 },
    { "y", 16, 8, signed = true, unit = "mg", times = 39, over = 10 },
    { "z", 24, 8, signed = true, unit = "mg", times = 39, over = 10 },
  },
  {
    { "gyroscope exponent", 0, 3 },
    { "gyroscope filtered", 3, 1 },
    { "accelerometer exponent", 4, 3 },
    { "accelerometer filtered", 7, 1 },
  },
  {
    { "range", 0, 2, names = { [0] = "g2", [1] = "g4", [2] = "g8" } },
    { "unused", 2, 2 },
    { "high-pass output", 4, 1 },
    { "unused", 5, 3 },
    { "high-pass cutoff", 8, 2 },
    { "unused", 10, 2 },
    { "pulse filters", 12, 4 },
    { "active, fast read, low noise", 16, 3 },
    { "data rate", 19, 3 },
    { "sleep rate", 22, 2 },
    { "modes", 24, 8 },
    { "auto-sleep count", 32, 8 },
  },
  {
    { "unused", 0, 3 },
    { "axes", 3, 3 },
    { "motion in place of free fall", 6, 1 },
    { "latched", 7, 1 },
    { "source", 8, 8 },
    { "threshold", 16, 7 },
    { "counter clears", 23, 1 },
    { "count", 24, 8 },
  },
  {
    { "status", 0, 8 },
    { "unused", 8, 6 },
    { "detection on", 14, 1 },
    { "counter clears", 15, 1 },
    { "count", 16, 8 },
    { "back and front angles", 24, 8 },
    { "threshold", 32, 8 },
  },
  {
    { "axes", 0, 6 },
    { "latched", 6, 1 },
    { "double pulse abort", 7, 1 },
    { "source", 8, 8 },
    { "threshold x", 16, 8 },
    { "threshold y", 24, 8 },
    { "threshold z", 32, 8 },
    { "time limit", 40, 8 },
    { "latency", 48, 8 },
    { "window", 56, 8 },
  },
  {
    { "high-pass bypassed", 0, 1 },
    { "axes", 1, 3 },
    { "latched", 4, 1 },
    { "unused", 5, 3 },
    { "source", 8, 8 },
    { "threshold", 16, 7 },
    { "counter clears", 23, 1 },
    { "count", 24, 8 },
  },
  {
    { "bandwidth", 0, 5 },
    { "unused", 5, 3 },
    { "range", 8, 8, names = { [3] = "g2", [5] = "g4", [8] = "g8", [12] = "g16" } },
  },
  {
    { "any-motion count less one", 0, 2 },
    { "slow-motion count less one, or no-motion duration", 2, 6 },
    { "any-motion threshold", 8, 8 },
    { "slow or no-motion threshold", 16, 8 },
  },
  { { "1/8 °C", 0, 16, signed = true, unit = "°C", over = 8 } },
  {
    { "channel", 0, 8 },
    { "data pin", 8, 8 },
    { "pull-down pin", 16, 8 },
    { "active high", 24, 8 },
  },
  {
    { "pin", 0, 8 },
    { "pull-up pin", 8, 8, optional = true },
    { "pull-down pin", 16, 8, optional = true },
    { "delay", 24, 8, optional = true },
    { "virtual pin", 32, 8, optional = true },
  },
  {
    { "pin", 0, 8 },
    { "edge", 8, 8, names = { [0] = "disabled", [1] = "rising", [2] = "falling", [3] = "any" } },
  },
  {
    { "pin", 0, 8 },
    { "on", 8, 8 },
  },
  {
    { "strand", 0, 8 },
    { "colour order", 8, 2, names = { [0] = "rgb", [1] = "rbg", [2] = "grb", [3] = "gbr" } },
    { "fast", 10, 1 },
    { "reserved", 11, 5 },
    { "pin", 16, 8 },
    { "lights", 24, 8 },
  },
  {
    { "strand", 0, 8 },
    { "on", 8, 8 },
  },
  {
    { "strand", 0, 8 },
    { "first", 8, 8 },
    { "last", 16, 8 },
  },
  {
    { "strand", 0, 8 },
    { "light", 8, 8 },
    { "red", 16, 8 },
    { "green", 24, 8 },
    { "blue", 32, 8 },
  },
  {
    { "strand", 0, 8 },
    { "direction", 8, 8 },
    { "repetitions", 16, 8 },
    { "period", 24, 16, unit = "ms" },
  },
  {
    { "UUID, low half", 0, 64 },
    { "UUID, high half", 64, 64 },
  },
  { { "dBm", 0, 8, signed = true, unit = "dBm" } },
  {
    { "duty cycle", 0, 8 },
    { "width", 8, 16, unit = "ms" },
    { "mode", 24, 8 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "mode", 40, 8, names = { [0] = "all", [1] = "conditional", [2] = "count" } },
    { "count", 48, 16 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 40, 2 },
    { "input length less one", 42, 2 },
    { "reserved", 44, 1 },
    { "high-pass", 45, 1 },
    { "reserved", 46, 2 },
    { "depth", 48, 8 },
    { "channels less one", 56, 8, optional = true },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "offset", 40, 8 },
    { "length less one", 48, 8 },
    { "latency", 56, 8 },
    { "delta", 64, 16 },
    { "area", 80, 16 },
    { "start", 96, 16, signed = true },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "look-ahead", 40, 8 },
    { "find maximum", 48, 8 },
    { "extra width", 56, 8 },
    { "delta", 64, 32 },
    { "offset", 96, 8 },
    { "length less one", 104, 8 },
    { "signed", 112, 8 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "signed", 40, 1 },
    { "length less one", 41, 2 },
    { "operation", 43, 3 },
    { "mode", 46, 2, names = { [0] = "absolute", [1] = "reference", [2] = "zone", [3] = "binary" } },
    { "references", 48 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 40, 2 },
    { "input length less one", 42, 2 },
    { "channels less one", 44, 3 },
    { "signed", 47, 1 },
    { "mode", 48, 8, names = { [0] = "root mean square", [1] = "root sum square" } },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 40, 3 },
    { "mode", 43, 3, names = { [0] = "absolute", [1] = "differential", [2] = "pass through" } },
    { "reserved", 46, 2 },
    { "period", 48, 32, unit = "ms" },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 40, 2 },
    { "input length less one", 42, 2 },
    { "signed", 44, 1 },
    { "reserved", 45, 3 },
    { "operation", 48, 8, names = { [0] = "none", [1] = "add", [2] = "multiply", [3] = "divide", [4] = "modulus", [5] = "exponent", [6] = "square root", [7] = "shift left", [8] = "shift right", [9] = "subtract", [10] = "absolute", [11] = "constant" } },
    { "operand", 56, 32 },
    { "channels less one", 88, 8, optional = true },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 40, 8 },
    { "samples", 48, 8 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 40, 8 },
    { "trigger", 48, 8, names = { [0] = "threshold" } },
    { "output", 56, 8, names = { [0] = "width", [1] = "area", [2] = "peak", [3] = "detection" } },
    { "threshold", 64, 32, signed = true },
    { "width", 96, 16 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 40, 2 },
    { "signed", 42, 1 },
    { "mode", 43, 3, names = { [0] = "absolute", [1] = "differential", [2] = "binary" } },
    { "reserved", 46, 2 },
    { "magnitude", 48, 32 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 40, 2 },
    { "signed", 42, 1 },
    { "mode", 43, 3, names = { [0] = "absolute", [1] = "binary" } },
    { "reserved", 46, 2 },
    { "boundary", 48, 32 },
    { "hysteresis", 80, 16 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 40, 2 },
    { "input length less one", 42, 2 },
    { "reserved", 44, 4 },
    { "depth", 48, 8 },
    { "channels", 56, 8 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 40, 5 },
    { "reserved", 45, 3 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 40, 5 },
    { "reserved", 45, 3 },
    { "count less one", 48, 5 },
    { "reserved", 53, 3 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "mode", 40, 4, names = { [0] = "count", [1] = "time" } },
    { "length less one", 44, 2 },
    { "reserved", 46, 2 },
    { "prescale", 48, 4 },
    { "reserved", 52, 4 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "depth", 40, 8 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "count", 40, 5 },
    { "reserved", 45, 3 },
    { "buffers", 48 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
    { "type", 32, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 40, 2 },
    { "input length less one", 42, 2 },
    { "mode", 44, 3, names = { [0] = "sum", [1] = "count" } },
    { "reserved", 47, 1 },
    forms = { { field = 6, value = 1, layout = 54 }, { field = 6, value = 3, layout = 55 }, { field = 6, value = 4, layout = 56 }, { field = 6, value = 5, layout = 57 }, { field = 6, value = 6, layout = 58 }, { field = 6, value = 7, layout = 59 }, { field = 6, value = 8, layout = 60 }, { field = 6, value = 9, layout = 61 }, { field = 6, value = 10, layout = 62 }, { field = 6, value = 11, layout = 63 }, { field = 6, value = 12, layout = 64 }, { field = 6, value = 13, layout = 65 }, { field = 6, value = 14, layout = 66 }, { field = 6, value = 15, layout = 67 }, { field = 6, value = 16, layout = 68 }, { field = 6, value = 17, layout = 69 }, { field = 6, value = 26, layout = 70 }, { field = 6, value = 27, layout = 71 } },
  },
  { { "bytes", 0 } },
  {
    { "processor", 0, 8 },
    { "state", 8 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "mode", 16, 8, names = { [0] = "all", [1] = "conditional", [2] = "count" } },
    { "count", 24, 16 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 16, 2 },
    { "input length less one", 18, 2 },
    { "reserved", 20, 1 },
    { "high-pass", 21, 1 },
    { "reserved", 22, 2 },
    { "depth", 24, 8 },
    { "channels less one", 32, 8, optional = true },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "offset", 16, 8 },
    { "length less one", 24, 8 },
    { "latency", 32, 8 },
    { "delta", 40, 16 },
    { "area", 56, 16 },
    { "start", 72, 16, signed = true },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "look-ahead", 16, 8 },
    { "find maximum", 24, 8 },
    { "extra width", 32, 8 },
    { "delta", 40, 32 },
    { "offset", 72, 8 },
    { "length less one", 80, 8 },
    { "signed", 88, 8 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "signed", 16, 1 },
    { "length less one", 17, 2 },
    { "operation", 19, 3 },
    { "mode", 22, 2, names = { [0] = "absolute", [1] = "reference", [2] = "zone", [3] = "binary" } },
    { "references", 24 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 16, 2 },
    { "input length less one", 18, 2 },
    { "channels less one", 20, 3 },
    { "signed", 23, 1 },
    { "mode", 24, 8, names = { [0] = "root mean square", [1] = "root sum square" } },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 16, 3 },
    { "mode", 19, 3, names = { [0] = "absolute", [1] = "differential", [2] = "pass through" } },
    { "reserved", 22, 2 },
    { "period", 24, 32, unit = "ms" },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 16, 2 },
    { "input length less one", 18, 2 },
    { "signed", 20, 1 },
    { "reserved", 21, 3 },
    { "operation", 24, 8, names = { [0] = "none", [1] = "add", [2] = "multiply", [3] = "divide", [4] = "modulus", [5] = "exponent", [6] = "square root", [7] = "shift left", [8] = "shift right", [9] = "subtract", [10] = "absolute", [11] = "constant" } },
    { "operand", 32, 32 },
    { "channels less one", 64, 8, optional = true },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 16, 8 },
    { "samples", 24, 8 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 16, 8 },
    { "trigger", 24, 8, names = { [0] = "threshold" } },
    { "output", 32, 8, names = { [0] = "width", [1] = "area", [2] = "peak", [3] = "detection" } },
    { "threshold", 40, 32, signed = true },
    { "width", 72, 16 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 16, 2 },
    { "signed", 18, 1 },
    { "mode", 19, 3, names = { [0] = "absolute", [1] = "differential", [2] = "binary" } },
    { "reserved", 22, 2 },
    { "magnitude", 24, 32 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 16, 2 },
    { "signed", 18, 1 },
    { "mode", 19, 3, names = { [0] = "absolute", [1] = "binary" } },
    { "reserved", 22, 2 },
    { "boundary", 24, 32 },
    { "hysteresis", 56, 16 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 16, 2 },
    { "input length less one", 18, 2 },
    { "reserved", 20, 4 },
    { "depth", 24, 8 },
    { "channels", 32, 8 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 16, 5 },
    { "reserved", 21, 3 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "length less one", 16, 5 },
    { "reserved", 21, 3 },
    { "count less one", 24, 5 },
    { "reserved", 29, 3 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "mode", 16, 4, names = { [0] = "count", [1] = "time" } },
    { "length less one", 20, 2 },
    { "reserved", 22, 2 },
    { "prescale", 24, 4 },
    { "reserved", 28, 4 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "depth", 16, 8 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "count", 16, 5 },
    { "reserved", 21, 3 },
    { "buffers", 24 },
  },
  {
    { "processor", 0, 8 },
    { "type", 8, 8, names = { [1] = "passthrough", [2] = "accumulator", [3] = "averager", [4] = "punch detector", [5] = "peak detector", [6] = "comparator", [7] = "combiner", [8] = "time", [9] = "math", [10] = "sample delay", [11] = "pulse", [12] = "delta", [13] = "threshold", [14] = "multi channel averager", [15] = "buffer", [16] = "packer", [17] = "accounter", [26] = "quaternion averager", [27] = "fuser" } },
    { "output length less one", 16, 2 },
    { "input length less one", 18, 2 },
    { "mode", 20, 3, names = { [0] = "sum", [1] = "count" } },
    { "reserved", 23, 1 },
    forms = { { field = 2, value = 1, layout = 75 }, { field = 2, value = 3, layout = 76 }, { field = 2, value = 4, layout = 77 }, { field = 2, value = 5, layout = 78 }, { field = 2, value = 6, layout = 79 }, { field = 2, value = 7, layout = 80 }, { field = 2, value = 8, layout = 81 }, { field = 2, value = 9, layout = 82 }, { field = 2, value = 10, layout = 83 }, { field = 2, value = 11, layout = 84 }, { field = 2, value = 12, layout = 85 }, { field = 2, value = 13, layout = 86 }, { field = 2, value = 14, layout = 87 }, { field = 2, value = 15, layout = 88 }, { field = 2, value = 16, layout = 89 }, { field = 2, value = 17, layout = 90 }, { field = 2, value = 26, layout = 91 }, { field = 2, value = 27, layout = 92 } },
  },
  {
    { "processor", 0, 8 },
    { "on", 8, 8 },
  },
  {
    { "source module", 0, 8 },
    { "source register", 8, 8 },
    { "source index", 16, 8 },
    { "module", 24, 8 },
    { "register", 32, 8 },
    { "length", 40, 8 },
    { "data token", 48, 1, optional = true },
    { "token length", 49, 3, optional = true },
    { "token offset", 52, 4, optional = true },
    { "token destination", 56, 8, optional = true },
  },
  {
    { "module", 0, 8 },
    { "register", 8, 8 },
    { "index", 16, 8 },
    { "offset", 24, 5 },
    { "length less one", 29, 3 },
  },
  {
    { "tick", 0, 32, unit = "s", times = 48, over = 32768 },
    { "reset uid", 32, 8 },
  },
  { { "entries", 0, 32 } },
  {
    { "entries", 0, 32 },
    { "notify every", 32, 32 },
  },
  {
    { "logger", 0, 5 },
    { "reset uid", 5, 3 },
    { "tick", 8, 32, unit = "s", times = 48, over = 32768 },
    { "data", 40, 32 },
    { "logger", 72, 5, optional = true },
    { "reset uid", 77, 3 },
    { "tick", 80, 32, unit = "s", times = 48, over = 32768 },
    { "data", 112, 32 },
  },
  {
    { "period", 0, 32, unit = "ms" },
    { "repetitions", 32, 16 },
    { "first tick at start", 48, 8 },
  },
  {
    { "id", 0, 8 },
    { "on", 8, 8 },
  },
  {
    { "device", 0, 8 },
    { "register", 8, 8 },
    { "id", 16, 8 },
    { "length", 24, 8 },
    { "bytes", 32 },
  },
  {
    { "device", 0, 8 },
    { "register", 8, 8 },
    { "id", 16, 8 },
    { "length", 24, 8 },
  },
  {
    { "select pin", 0, 8 },
    { "clock pin", 8, 8 },
    { "MOSI pin", 16, 8 },
    { "MISO pin", 24, 8 },
    { "least significant bit first", 32, 1 },
    { "mode", 33, 2 },
    { "frequency", 35, 3 },
    { "internal pins", 38, 1 },
    { "reserved", 39, 1 },
    { "bytes", 40 },
  },
  {
    { "select pin", 0, 8 },
    { "clock pin", 8, 8 },
    { "MOSI pin", 16, 8 },
    { "MISO pin", 24, 8 },
    { "least significant bit first", 32, 1 },
    { "mode", 33, 2 },
    { "frequency", 35, 3 },
    { "internal pins", 38, 1 },
    { "reserved", 39, 1 },
    { "length less one", 40, 4 },
    { "id", 44, 4 },
    { "bytes written first", 48 },
  },
  {
    { "id", 0, 8 },
    { "at boot", 8, 8 },
    { "commands", 16, 8 },
  },
  {
    { "id", 0, 8 },
    { "number", 8, 8 },
  },
  {
    { "interval", 0, 16, unit = "ms", times = 5, over = 8 },
    { "timeout", 16, 8, unit = "s" },
    { "type", 24, 8, optional = true },
  },
  {
    { "minimum interval", 0, 16, unit = "ms", times = 5, over = 4 },
    { "maximum interval", 16, 16, unit = "ms", times = 5, over = 4 },
    { "latency", 32, 16 },
    { "supervision timeout", 48, 16, unit = "ms", times = 10 },
  },
  {
    { "type", 0, 8 },
    { "address", 8, 48 },
  },
  {
    { "level", 0, 8, unit = "%" },
    { "millivolts", 8, 16, unit = "mV" },
  },
  {
    { "count", 0, 32, unit = "s", over = 32768 },
    { "flags", 32, 8, optional = true },
  },
  {
    { "index", 0, 8 },
    { "type", 8, 8 },
    { "address", 16, 48 },
  },
  { { "1/256 Pa", 0, 32, unit = "Pa", over = 256 } },
  { { "1/256 m", 0, 32, signed = true, unit = "m", over = 256 } },
  {
    { "reserved", 0, 2 },
    { "pressure oversampling", 2, 3 },
    { "temperature oversampling", 5, 3 },
    { "reserved", 8, 2 },
    { "filter", 10, 3 },
    { "standby", 13, 3 },
  },
  {
    { "on", 0, 8 },
    { "with altitude", 8, 8 },
  },
  {
    { "output rate", 0, 4 },
    { "bandwidth", 4, 2 },
    { "noise performance", 6, 1 },
    { "filter performance", 7, 1 },
    { "range", 8, 3, names = { [0] = "dps2000", [1] = "dps1000", [2] = "dps500", [3] = "dps250", [4] = "dps125" } },
    { "reserved", 11, 5 },
  },
  {
    { "x", 0, 8 },
    { "y", 8, 8 },
    { "z", 16, 8 },
    { "upper bits", 24, 8, optional = true },
  },
  {
    { "reserved", 0, 2 },
    { "gain", 2, 3 },
    { "reserved", 5, 3 },
    { "rate", 8, 3 },
    { "integration time", 11, 3 },
    { "reserved", 14, 2 },
  },
  { { "mlx", 0, 32, unit = "lx", over = 1000 } },
  { { "rate", 0, 8, names = { [0] = "hz10", [1] = "hz2", [2] = "hz6", [3] = "hz8", [4] = "hz15", [5] = "hz20", [6] = "hz25", [7] = "hz30" } } },
  {
    { "(xy - 1) / 2", 0, 8 },
    { "z - 1", 8, 8 },
  },
  {
    { "x", 0, 16, signed = true, unit = "µT", over = 16 },
    { "y", 16, 16, signed = true, unit = "µT", over = 16 },
    { "z", 32, 16, signed = true, unit = "µT", over = 16 },
  },
  {
    { "low", 0, 8, signed = true, unit = "µT", times = 6 },
    { "high", 8, 8, signed = true, unit = "µT", times = 6 },
  },
  {
    { "x", 0, 16, signed = true, unit = "µT", over = 16 },
    { "y", 16, 16, signed = true, unit = "µT", over = 16 },
    { "z", 32, 16, signed = true, unit = "µT", over = 16 },
    { "x", 48, 16, signed = true, unit = "µT", over = 16 },
    { "y", 64, 16, signed = true, unit = "µT", over = 16 },
    { "z", 80, 16, signed = true, unit = "µT", over = 16 },
    { "x", 96, 16, signed = true, unit = "µT", over = 16 },
    { "y", 112, 16, signed = true, unit = "µT", over = 16 },
    { "z", 128, 16, signed = true, unit = "µT", over = 16 },
  },
  { { "1/1024 %", 0, 32, unit = "%", over = 1024 } },
  {
    { "clear", 0, 16 },
    { "red", 16, 16 },
    { "green", 32, 16 },
    { "blue", 48, 16 },
  },
  {
    { "integration register", 0, 8 },
    { "gain", 8, 8, names = { [0] = "x1", [1] = "x4", [2] = "x16", [3] = "x60" } },
    { "illuminator", 16, 8 },
  },
  {
    { "integration register", 0, 8 },
    { "pulses", 8, 8 },
    { "reserved", 16, 4 },
    { "receiver", 20, 2 },
    { "current", 22, 2 },
  },
  {
    { "mode", 0, 8, names = { [0] = "sleep", [1] = "ndof", [2] = "imu plus", [3] = "compass", [4] = "m4g" } },
    { "acceleration range", 8, 4 },
    { "rotation range", 12, 4 },
  },
  {
    { "x", 0, 32, float = true },
    { "y", 32, 32, float = true },
    { "z", 64, 32, float = true },
    { "accuracy", 96, 8 },
  },
  {
    { "w", 0, 32, float = true },
    { "x", 32, 32, float = true },
    { "y", 64, 32, float = true },
    { "z", 96, 32, float = true },
  },
  {
    { "heading", 0, 32, float = true },
    { "pitch", 32, 32, float = true },
    { "roll", 64, 32, float = true },
    { "yaw", 96, 32, float = true },
  },
  {
    { "x", 0, 32, float = true },
    { "y", 32, 32, float = true },
    { "z", 64, 32, float = true },
  },
  {
    { "accelerometer", 0, 8 },
    { "gyroscope", 8, 8 },
    { "magnetometer", 16, 8 },
  },
  {
    { "x", 0, 16, signed = true },
    { "y", 16, 16, signed = true },
    { "z", 32, 16, signed = true },
    { "radius", 48, 16, signed = true },
    { "accuracy", 64, 16, signed = true },
  },
  {
    { "module", 0, 8 },
    { "register", 8, 8 },
    { "notify", 16, 8 },
    { "data", 24 },
  },
  { { "value", 0, 32 } },
  {
    { "assert", 0, 8 },
    { "margin", 8, 16 },
  },
  { { "selector", 0, 8, optional = true } },
  {
    { "page reads without correction", 0, 32 },
    { "with 1 to 3 bits corrected", 32, 16 },
    { "with 4 to 6 bits corrected", 48, 16 },
    { "with 7 or 8 bits corrected", 64, 16 },
    { "not correctable at first", 80, 16 },
    { "not correctable at all", 96, 16 },
  },
}

-- By module id; the variants differ in the implementation that discovery tells.
local modules = {
  [0x01] = { name = "switch", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "state", notifies = true, answer = 1 },
    } },
  } },
  [0x02] = { name = "LED", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "play", written = 2, answer = 2 },
      [0x02] = { name = "stop", written = 3, answer = 3 },
      [0x03] = { name = "pattern", written = 5, request = 6, answer = 5 },
    } },
  } },
  [0x03] = { name = "accelerometer", variants = {
    { implementation = 1, registers = {
      [0x01] = { name = "power mode", written = 6 },
      [0x02] = { name = "data interrupt enable", written = 7, answer = 8 },
      [0x03] = { name = "data config", written = 9, answer = 9 },
      [0x04] = { name = "data", notifies = true, answer = 10 },
      [0x05] = { name = "data interrupt config", written = 11, answer = 11 },
      [0x06] = { name = "low/high-g interrupt enable", written = 7, answer = 8 },
      [0x07] = { name = "low/high-g config", written = 12, answer = 12 },
      [0x08] = { name = "low/high-g interrupt", notifies = true, answer = 13 },
      [0x09] = { name = "motion interrupt enable", written = 7, answer = 8 },
      [0x0a] = { name = "motion config", written = 14, answer = 14 },
      [0x0b] = { name = "motion interrupt", notifies = true, answer = 15 },
      [0x0c] = { name = "tap interrupt enable", written = 7, answer = 8 },
      [0x0d] = { name = "tap config", written = 16, answer = 16 },
      [0x0e] = { name = "tap interrupt", notifies = true, answer = 17 },
      [0x0f] = { name = "orientation interrupt enable", written = 7, answer = 8 },
      [0x10] = { name = "orientation config", written = 18, answer = 18 },
      [0x11] = { name = "orientation interrupt", notifies = true, answer = 19 },
      [0x12] = { name = "flat interrupt enable", written = 7, answer = 8 },
      [0x13] = { name = "flat config", written = 20, answer = 20 },
      [0x14] = { name = "flat interrupt", notifies = true, answer = 21 },
      [0x15] = { name = "data offset", written = 22, answer = 22 },
      [0x16] = { name = "power mode status", answer = 6 },
      [0x17] = { name = "step detector interrupt enable", written = 7, answer = 8 },
      [0x18] = { name = "step config", written = 23, answer = 23 },
      [0x19] = { name = "step detector", notifies = true, answer = 6 },
      [0x1a] = { name = "step counter", answer = 11 },
      [0x1b] = { name = "step counter reset" },
      [0x1c] = { name = "packed data", since = 1, notifies = true, answer = 24 },
    } },
    { implementation = 4, registers = {
      [0x01] = { name = "power mode", written = 6 },
      [0x02] = { name = "data interrupt enable", written = 7, answer = 8 },
      [0x03] = { name = "data config", written = 25, answer = 25 },
      [0x04] = { name = "data", notifies = true, answer = 10 },
      [0x05] = { name = "packed data", notifies = true, answer = 24 },
      [0x06] = { name = "feature enable", written = 7, answer = 8 },
      [0x07] = { name = "feature interrupt enable", written = 7, answer = 8 },
      [0x08] = { name = "feature config", written = 26, request = 6, answer = 26 },
      [0x09] = { name = "motion interrupt", notifies = true, answer = 27 },
      [0x0a] = { name = "wrist interrupt", notifies = true, answer = 28 },
      [0x0b] = { name = "step interrupt", notifies = true, answer = 29 },
      [0x0c] = { name = "activity interrupt", notifies = true, answer = 30 },
      [0x0d] = { name = "temperature interrupt", unmodelled = true },
      [0x0e] = { name = "temperature enable", written = 1, answer = 1 },
      [0x0f] = { name = "temperature", answer = 31 },
      [0x10] = { name = "offset", written = 32, answer = 32 },
      [0x11] = { name = "FIFO down-sampling", written = 33, answer = 33 },
    } },
    { implementation = 0, registers = {
      [0x01] = { name = "global enable", written = 6 },
      [0x02] = { name = "data enable", written = 1, answer = 1 },
      [0x03] = { name = "data config", written = 34, answer = 34 },
      [0x04] = { name = "data", notifies = true, answer = 10 },
      [0x05] = { name = "movement enable", written = 1, answer = 1 },
      [0x06] = { name = "movement config", written = 35, answer = 35 },
      [0x07] = { name = "movement interrupt", notifies = true, answer = 6 },
      [0x08] = { name = "orientation enable", written = 1, answer = 1 },
      [0x09] = { name = "orientation config", written = 36, answer = 36 },
      [0x0a] = { name = "orientation interrupt", notifies = true, answer = 6 },
      [0x0b] = { name = "pulse enable", written = 1, answer = 1 },
      [0x0c] = { name = "pulse config", written = 37, answer = 37 },
      [0x0d] = { name = "pulse interrupt", notifies = true, answer = 6 },
      [0x0e] = { name = "shake enable", written = 1, answer = 1 },
      [0x0f] = { name = "shake config", written = 38, answer = 38 },
      [0x10] = { name = "shake interrupt", notifies = true, answer = 6 },
      [0x12] = { name = "packed data", since = 1, notifies = true, answer = 24 },
    } },
    { implementation = 3, registers = {
      [0x01] = { name = "power mode", written = 6 },
      [0x02] = { name = "data interrupt enable", written = 7, answer = 8 },
      [0x03] = { name = "data config", written = 39, answer = 39 },
      [0x04] = { name = "data", notifies = true, answer = 10 },
      [0x05] = { name = "data interrupt config", written = 11, answer = 11 },
      [0x06] = { name = "low/high-g interrupt enable", written = 7, answer = 8 },
      [0x07] = { name = "low/high-g config", written = 12, answer = 12 },
      [0x08] = { name = "low/high-g interrupt", notifies = true, answer = 13 },
      [0x09] = { name = "motion interrupt enable", written = 7, answer = 8 },
      [0x0a] = { name = "motion config", written = 40, answer = 40 },
      [0x0b] = { name = "motion interrupt", notifies = true, answer = 15 },
      [0x0c] = { name = "tap interrupt enable", written = 7, answer = 8 },
      [0x0d] = { name = "tap config", written = 16, answer = 16 },
      [0x0e] = { name = "tap interrupt", notifies = true, answer = 17 },
      [0x0f] = { name = "orientation interrupt enable", written = 7, answer = 8 },
      [0x10] = { name = "orientation config", written = 18, answer = 18 },
      [0x11] = { name = "orientation interrupt", notifies = true, answer = 19 },
      [0x12] = { name = "flat interrupt enable", written = 7, answer = 8 },
      [0x13] = { name = "flat config", written = 20, answer = 20 },
      [0x14] = { name = "flat interrupt", notifies = true, answer = 21 },
      [0x1c] = { name = "packed data", since = 1, notifies = true, answer = 24 },
    } },
  } },
  [0x04] = { name = "temperature", variants = {
    { implementation = 1, registers = {
      [0x01] = { name = "temperature", index = true, request = 6, answer = 41 },
      [0x02] = { name = "mode", written = 42, request = 6, answer = 42 },
    } },
  } },
  [0x05] = { name = "GPIO", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "set output", written = 6 },
      [0x02] = { name = "clear output", written = 6 },
      [0x03] = { name = "pull up", written = 6 },
      [0x04] = { name = "pull down", written = 6 },
      [0x05] = { name = "no pull", written = 6 },
      [0x06] = { name = "analog, absolute", index = true, request = 43, answer = 11 },
      [0x07] = { name = "analog, supply ratio", index = true, request = 43, answer = 11 },
      [0x08] = { name = "digital", index = true, request = 6, answer = 6 },
      [0x09] = { name = "change type", written = 44 },
      [0x0a] = { name = "change", notifies = true, index = true, answer = 6 },
      [0x0b] = { name = "monitor", written = 45 },
    } },
  } },
  [0x06] = { name = "NeoPixel", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "initialise", written = 46 },
      [0x02] = { name = "hold", written = 47 },
      [0x03] = { name = "clear", written = 48 },
      [0x04] = { name = "pixel", written = 49 },
      [0x05] = { name = "rotate", written = 50 },
      [0x06] = { name = "free", written = 6 },
    } },
  } },
  [0x07] = { name = "iBeacon", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "enable", written = 1, answer = 1 },
      [0x02] = { name = "UUID", written = 51, answer = 51 },
      [0x03] = { name = "major", written = 11, answer = 11 },
      [0x04] = { name = "minor", written = 11, answer = 11 },
      [0x05] = { name = "receive power", written = 52, answer = 52 },
      [0x06] = { name = "transmit power", written = 52, answer = 52 },
      [0x07] = { name = "period", written = 11, answer = 11 },
    } },
  } },
  [0x08] = { name = "haptic", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "pulse", written = 53 },
    } },
  } },
  [0x09] = { name = "data processor", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "enable", written = 1, answer = 1 },
      [0x02] = { name = "add", empty = "a free slot", written = 72, request = 6, answer = 72, created = 6 },
      [0x03] = { name = "notify", notifies = true, index = true, answer = 73 },
      [0x04] = { name = "state", index = true, written = 74, request = 6, answer = 73 },
      [0x05] = { name = "parameter", written = 93 },
      [0x06] = { name = "remove", written = 6 },
      [0x07] = { name = "notify enable", written = 94 },
      [0x08] = { name = "remove all" },
    } },
  } },
  [0x0a] = { name = "event", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "enable", written = 1, answer = 1 },
      [0x02] = { name = "entry", empty = "a free slot", written = 95, request = 6, answer = 95, created = 6 },
      [0x03] = { name = "command parameters", empty = "a free slot", written = 73, request = 6, answer = 73 },
      [0x04] = { name = "remove", written = 6 },
      [0x05] = { name = "remove all" },
    } },
  } },
  [0x0b] = { name = "logging", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "enable", written = 1, answer = 1 },
      [0x02] = { name = "trigger", empty = "a free slot", written = 96, request = 6, answer = 96, created = 6 },
      [0x03] = { name = "remove trigger", written = 6 },
      [0x04] = { name = "time", answer = 97 },
      [0x05] = { name = "length", answer = 98 },
      [0x06] = { name = "readout", written = 99, answer = 99 },
      [0x07] = { name = "readout notify", notifies = true, answer = 100 },
      [0x08] = { name = "readout progress", notifies = true, answer = 98 },
      [0x09] = { name = "drop entries", written = 98 },
      [0x0a] = { name = "remove all triggers" },
      [0x0b] = { name = "circular buffer", written = 1, answer = 1 },
      [0x0c] = { name = "recycled page count", answer = 11 },
      [0x0d] = { name = "page complete", since = 2, notifies = true },
      [0x0e] = { name = "page confirm", since = 2 },
      [0x0f] = { name = "disable garbage collection", written = 1, answer = 1 },
      [0x10] = { name = "flush page", since = 3 },
    } },
  } },
  [0x0c] = { name = "timer", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "enable", written = 1, answer = 1 },
      [0x02] = { name = "entry", empty = "a free slot", written = 101, request = 6, answer = 101, created = 6 },
      [0x03] = { name = "start", written = 6 },
      [0x04] = { name = "stop", written = 6 },
      [0x05] = { name = "remove", written = 6 },
      [0x06] = { name = "notify", notifies = true, index = true },
      [0x07] = { name = "notify enable", written = 102 },
    } },
  } },
  [0x0d] = { name = "serial", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "I2C", index = true, written = 103, request = 104, answer = 73 },
      [0x02] = { name = "SPI", since = 1, index = true, written = 105, request = 106, answer = 73 },
    } },
  } },
  [0x0f] = { name = "macro", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "enable", written = 1, answer = 1 },
      [0x02] = { name = "begin", empty = "a free slot", written = 1, request = 6, answer = 107, created = 6 },
      [0x03] = { name = "add command", empty = "no such command", written = 73, request = 108, answer = 73 },
      [0x04] = { name = "end" },
      [0x05] = { name = "execute", written = 6 },
      [0x06] = { name = "finish notify enable", written = 102 },
      [0x07] = { name = "finished", notifies = true, index = true },
      [0x08] = { name = "erase all" },
      [0x09] = { name = "add partial command", written = 73 },
    } },
  } },
  [0x11] = { name = "settings", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "device name", written = 73, answer = 73 },
      [0x02] = { name = "advertising", written = 109, answer = 109 },
      [0x03] = { name = "tx power", written = 52, answer = 52 },
      [0x04] = { name = "delete bonds", written = 1, answer = 1 },
      [0x05] = { name = "start advertising" },
      [0x06] = { name = "initiate bonding" },
      [0x07] = { name = "scan response", written = 73, answer = 73 },
      [0x08] = { name = "partial scan response", written = 73 },
      [0x09] = { name = "connection parameters", since = 1, written = 110, answer = 110 },
      [0x0a] = { name = "disconnect", since = 2, notifies = true },
      [0x0b] = { name = "MAC address", since = 2, answer = 111 },
      [0x0c] = { name = "battery", since = 3, notifies = true, answer = 112 },
      [0x0d] = { name = "watchdog enable", answer = 1 },
      [0x0e] = { name = "watchdog config", written = 113, answer = 113 },
      [0x0f] = { name = "watchdog auto refresh", written = 6, answer = 6 },
      [0x10] = { name = "watchdog refresh" },
      [0x11] = { name = "power status", since = 5, notifies = true, answer = 1 },
      [0x12] = { name = "charge status", since = 5, notifies = true, answer = 1 },
      [0x13] = { name = "whitelist mode", since = 6, written = 6, answer = 6 },
      [0x14] = { name = "whitelist address", since = 6, written = 114, request = 6, answer = 114 },
      [0x15] = { name = "peer address", since = 6, answer = 111 },
      [0x16] = { name = "bond count", answer = 6 },
      [0x17] = { name = "stop advertising", unmodelled = true },
      [0x18] = { name = "privacy", unmodelled = true },
      [0x19] = { name = "whitelist bonds", unmodelled = true },
      [0x1a] = { name = "authenticate response", unmodelled = true },
      [0x1b] = { name = "connection status", unmodelled = true },
      [0x1c] = { name = "3V regulator", since = 9, written = 1, answer = 1 },
      [0x1d] = { name = "force 1M PHY", since = 10, written = 1, answer = 1 },
    } },
  } },
  [0x12] = { name = "barometer", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "pressure", notifies = true, answer = 115 },
      [0x02] = { name = "altitude", notifies = true, answer = 116 },
      [0x03] = { name = "config", written = 117, answer = 117 },
      [0x04] = { name = "cyclic measurement", written = 118, answer = 118 },
    } },
  } },
  [0x13] = { name = "gyroscope", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "power mode", written = 6 },
      [0x02] = { name = "data interrupt enable", written = 7, answer = 8 },
      [0x03] = { name = "config", written = 119, answer = 119 },
      [0x04] = { name = "power-mode trigger", written = 6, answer = 6 },
      [0x05] = { name = "data", notifies = true, answer = 10 },
      [0x06] = { name = "power status", answer = 6 },
      [0x07] = { name = "packed data", since = 1, notifies = true, answer = 24 },
    } },
    { implementation = 1, registers = {
      [0x01] = { name = "power mode", written = 6 },
      [0x02] = { name = "data interrupt enable", written = 7, answer = 8 },
      [0x03] = { name = "config", written = 119, answer = 119 },
      [0x04] = { name = "data", notifies = true, answer = 10 },
      [0x05] = { name = "packed data", notifies = true, answer = 24 },
      [0x06] = { name = "offset", written = 120 },
    } },
  } },
  [0x14] = { name = "ambient light", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "enable", written = 1, answer = 1 },
      [0x02] = { name = "config", written = 121, answer = 121 },
      [0x03] = { name = "illuminance", notifies = true, answer = 122 },
    } },
  } },
  [0x15] = { name = "magnetometer", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "power mode", written = 6 },
      [0x02] = { name = "data interrupt enable", written = 7, answer = 8 },
      [0x03] = { name = "data rate", written = 123, answer = 123 },
      [0x04] = { name = "repetitions", written = 124, answer = 124 },
      [0x05] = { name = "data", notifies = true, answer = 125 },
      [0x06] = { name = "threshold interrupt enable", written = 7, answer = 8 },
      [0x07] = { name = "threshold config", written = 126, answer = 126 },
      [0x08] = { name = "threshold interrupt", notifies = true, answer = 8 },
      [0x09] = { name = "packed data", since = 1, notifies = true, answer = 127 },
    } },
  } },
  [0x16] = { name = "humidity", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "humidity", answer = 128 },
      [0x02] = { name = "oversampling", written = 6 },
    } },
  } },
  [0x17] = { name = "colour detector", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "colour", answer = 129 },
      [0x02] = { name = "mode", written = 130 },
    } },
  } },
  [0x18] = { name = "proximity", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "proximity", answer = 11 },
      [0x02] = { name = "mode", written = 131 },
    } },
  } },
  [0x19] = { name = "sensor fusion", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "enable", written = 1, answer = 1 },
      [0x02] = { name = "mode", written = 132, answer = 132 },
      [0x03] = { name = "output enable", written = 7, answer = 8 },
      [0x04] = { name = "corrected acceleration", notifies = true, answer = 133 },
      [0x05] = { name = "corrected rotation", notifies = true, answer = 133 },
      [0x06] = { name = "corrected magnetic field", notifies = true, answer = 133 },
      [0x07] = { name = "quaternion", notifies = true, answer = 134 },
      [0x08] = { name = "Euler angles", notifies = true, answer = 135 },
      [0x09] = { name = "gravity", notifies = true, answer = 136 },
      [0x0a] = { name = "linear acceleration", notifies = true, answer = 136 },
      [0x0b] = { name = "calibration state", since = 1, answer = 137 },
      [0x0c] = { name = "accelerometer calibration", since = 2, written = 138, answer = 138 },
      [0x0d] = { name = "gyroscope calibration", since = 2, written = 138, answer = 138 },
      [0x0e] = { name = "magnetometer calibration", since = 2, written = 138, answer = 138 },
      [0x0f] = { name = "reset orientation", since = 3, written = 6 },
    } },
  } },
  [0xfe] = { name = "debug", variants = {
    { implementation = 0, registers = {
      [0x01] = { name = "reset" },
      [0x02] = { name = "jump to bootloader" },
      [0x03] = { name = "spoof notification", written = 139 },
      [0x04] = { name = "key register", written = 140, answer = 140 },
      [0x05] = { name = "reset after garbage collection" },
      [0x06] = { name = "disconnect" },
      [0x07] = { name = "power save" },
      [0x08] = { name = "invalidate application" },
      [0x09] = { name = "stack overflow assert", since = 2, written = 1, answer = 141 },
      [0x0a] = { name = "schedule queue", since = 2, request = 142, answer = 73 },
      [0x0b] = { name = "reset reason", answer = 73 },
      [0x0c] = { name = "DC/DC converter", written = 6 },
      [0x0d] = { name = "NVM serial", unmodelled = true },
      [0x0e] = { name = "authentication", unmodelled = true },
      [0x0f] = { name = "GAP address", unmodelled = true },
      [0x10] = { name = "device id", unmodelled = true },
      [0x11] = { name = "backdoor", unmodelled = true },
      [0x12] = { name = "reserved", unmodelled = true },
      [0x13] = { name = "NAND statistics", since = 5, answer = 143 },
    } },
  } },
}

-- What a count of a data register is worth: units / counts, by the range that is set.
local scales = {
  { module = 3, implementation = 1, data = { [4] = true, [28] = true }, unit = "g", default = 3,
    counts = { [3] = 16384.0, [5] = 8192.0, [8] = 4096.0, [12] = 2048.0 } },
  { module = 3, implementation = 3, data = { [4] = true, [28] = true }, unit = "g", default = 3,
    counts = { [3] = 16384.0, [5] = 8192.0, [8] = 4096.0, [12] = 2048.0 } },
  { module = 3, implementation = 4, data = { [4] = true, [5] = true }, unit = "g", default = 2,
    counts = { [0] = 16384.0, [1] = 8192.0, [2] = 4096.0, [3] = 2048.0 } },
  { module = 19, implementation = 0, data = { [5] = true, [7] = true }, unit = "°/s", default = 0,
    counts = { [0] = 16.4, [1] = 32.8, [2] = 65.6, [3] = 131.2, [4] = 262.4 } },
  { module = 19, implementation = 1, data = { [4] = true, [5] = true }, unit = "°/s", default = 0,
    counts = { [0] = 16.4, [1] = 32.8, [2] = 65.6, [3] = 131.2, [4] = 262.4 } },
}

local metawear = Proto("metawear", "MetaWear")

local module_names = {}
for id, module in pairs(modules) do module_names[id] = module.name end

local fields = {
  module = ProtoField.uint8("metawear.module", "Module", base.HEX, module_names),
  register = ProtoField.uint8("metawear.register", "Register", base.HEX, nil, 0x3f),
  silent = ProtoField.bool("metawear.silent", "Silent", 8, nil, 0x40),
  read = ProtoField.bool("metawear.read", "Read", 8, nil, 0x80),
  verb = ProtoField.string("metawear.verb", "What"),
  module_name = ProtoField.string("metawear.module_name", "Module name"),
  register_name = ProtoField.string("metawear.register_name", "Register name"),
  since = ProtoField.uint8("metawear.since", "Since revision"),
  subscribe = ProtoField.bool("metawear.subscribe", "Subscribe"),
  data_id = ProtoField.uint8("metawear.data_id", "Data id"),
  implementation = ProtoField.uint8("metawear.implementation", "Implementation"),
  revision = ProtoField.uint8("metawear.revision", "Revision"),
  extra = ProtoField.bytes("metawear.extra", "Extra"),
  payload = ProtoField.bytes("metawear.payload", "Payload"),
}
local experts = {
  short = ProtoExpert.new(
    "metawear.short", "The payload ends early", expert.group.MALFORMED, expert.severity.WARN),
}

-- The part of a filter's name that stands for a name of the tables.
local function slug(text)
  local word = text:lower():gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", "")
  return word:match("^%a") and word or "value"
end

local unit_slugs = { ["%"] = "percent", ["°C"] = "celsius", ["°/s"] = "dps" }

-- Filters of payload fields: their raw value, and what it is worth in its unit.
local payload_fields = {}
local all_fields = {}
for _, field in pairs(fields) do all_fields[#all_fields + 1] = field end

local function declare(abbreviation, make, ...)
  if not payload_fields[abbreviation] then
    payload_fields[abbreviation] = make(abbreviation, ...)
    all_fields[#all_fields + 1] = payload_fields[abbreviation]
  end
end

local function declare_field(place, field, unit)
  local width = field[3]
  local abbreviation = place .. "." .. slug(field[1])
  if not width then
    declare(abbreviation, ProtoField.bytes, field[1])
  elseif width > 32 then
    declare(abbreviation, ProtoField.uint64, field[1], base.HEX)
  elseif field.float then
    declare(abbreviation, ProtoField.float, field[1])
  elseif field.signed then
    declare(abbreviation, ProtoField.int32, field[1])
  else
    declare(abbreviation, ProtoField.uint32, field[1])
  end
  if unit then
    declare(
      abbreviation .. "." .. (unit_slugs[unit] or slug(unit)), ProtoField.double,
      field[1] .. " (" .. unit .. ")")
  end
end

-- The unit in which a field has a value of its own: not one that a count is already worth.
local function scaled_unit(field)
  if field.unit and ((field.times or 1) ~= 1 or (field.over or 1) ~= 1) then
    return field.unit
  end
end

local function place_of(module, register)
  return "metawear." .. slug(module.name) .. "." .. slug(register.name)
end

local function scale_of(id, implementation, register)
  for _, scale in ipairs(scales) do
    if scale.module == id and scale.implementation == implementation and scale.data[register] then
      return scale
    end
  end
end

for id, module in pairs(modules) do
  for _, variant in ipairs(module.variants) do
    for number, register in pairs(variant.registers) do
      local scale = scale_of(id, variant.implementation, number)
      for _, part in ipairs({ "written", "request", "answer", "created" }) do
        local layout = layouts[register[part]] or {}
        local forms = { layout }
        for _, form in ipairs(layout.forms or {}) do forms[#forms + 1] = layouts[form.layout] end
        for _, form in ipairs(forms) do
          for _, field in ipairs(form) do
            declare_field(
              place_of(module, register), field, scaled_unit(field) or scale and scale.unit)
          end
        end
      end
    end
  end
end
metawear.fields = all_fields
metawear.experts = { experts.short }

local att_opcode = Field.new("btatt.opcode")
local acl_source = Field.new("bthci_acl.src.bd_addr")
local acl_destination = Field.new("bthci_acl.dst.bd_addr")

-- What is known of each board so far in a capture, and what was known at each frame: a frame that is
-- looked at again must not know what came after it.
local boards, frames = {}, {}
function metawear.init() boards, frames = {}, {} end

local function board(address)
  boards[address] = boards[address] or { information = {}, ranges = {} }
  return boards[address]
end

local function known_of(pinfo, address, id)
  if pinfo.visited and frames[pinfo.number] then return frames[pinfo.number] end
  local information = board(address).information[id] or {}
  frames[pinfo.number] = {
    implementation = information.implementation, revision = information.revision,
    range = board(address).ranges[id],
  }
  return frames[pinfo.number]
end

-- The register tables of the implementation; without discovery in the capture there may be several.
local function candidates(module, implementation)
  local all = {}
  for _, variant in ipairs(module.variants) do
    if #module.variants == 1 or variant.implementation == implementation then return { variant } end
    all[#all + 1] = variant
  end
  return all
end

-- The register and its implementation; where candidates differ, only their names, `a or b`.
local function find(module, known, number)
  local found, implementation, names = nil, nil, {}
  for _, variant in ipairs(candidates(module, known.implementation)) do
    local register = variant.registers[number]
    if register then
      if not found then
        found, implementation = register, variant.implementation
        names = { register.name }
      elseif register.name ~= found.name then
        names[#names + 1] = register.name
      end
    end
  end
  if #names > 1 then return { name = table.concat(names, " or ") } end
  return found, implementation
end

-- Up to 32 bits, counted from the least significant bit of the first byte.
local function number_at(bytes, bit, width)
  local value, got = 0, 0
  while got < width do
    local skip = (bit + got) % 8
    local take = math.min(8 - skip, width - got)
    local byte = bytes(math.floor((bit + got) / 8), 1):uint()
    value = value + math.floor(byte / 2 ^ skip) % 2 ^ take * 2 ^ got
    got = got + take
  end
  return math.floor(value)
end

local function short(value)
  return (string.format("%.4f", value):gsub("0+$", ""):gsub("%.$", ""))
end

-- What the fields of one payload have to be shown with.
local Payload = {}
Payload.__index = Payload

function Payload:add_number(field, bytes)
  local bit, width = field[2], field[3]
  local range = bytes(math.floor(bit / 8), math.ceil((bit + width) / 8) - math.floor(bit / 8))
  local abbreviation = self.place .. "." .. slug(field[1])
  if width > 32 then
    self.tree:add_le(payload_fields[abbreviation], range)
    return tostring(range:bytes())
  end
  if field.float then
    self.tree:add_le(payload_fields[abbreviation], range)
    return short(range:le_float())
  end
  local value = number_at(bytes, bit, width)
  if field.signed and value >= 2 ^ (width - 1) then value = math.floor(value - 2 ^ width) end
  if field[1] == "range" then self.range = value end
  local item = self.tree:add(payload_fields[abbreviation], range, value)
  local unit = scaled_unit(field)
  local worth = unit and value * (field.times or 1) / (field.over or 1)
  if not unit and self.scale and self.scale.counts[self.set_range] then
    unit, worth = self.scale.unit, value / self.scale.counts[self.set_range]
  end
  if unit then
    local scaled = abbreviation .. "." .. (unit_slugs[unit] or slug(unit))
    self.tree:add(payload_fields[scaled], range, worth):set_generated()
    return short(worth) .. " " .. unit
  elseif field.names and field.names[value] then
    item:append_text(" (" .. field.names[value] .. ")")
    return field.names[value]
  elseif field.unit and field.unit ~= field[1] then
    item:append_text(" " .. field.unit)
    return value .. " " .. field.unit
  end
  return tostring(value)
end

-- The layout that the payload itself chooses.
local function form_of(layout, bytes)
  for _, form in ipairs(layout.forms or {}) do
    local _, bit, width = table.unpack(layout[form.field])
    if bit + width <= bytes:len() * 8 and number_at(bytes, bit, width) == form.value then
      return layouts[form.layout]
    end
  end
  return layout
end

-- Shows a payload by its layout; gives it in words.
function Payload:add(layout, bytes)
  layout = form_of(layout, bytes)
  local words, is_optional = {}, false
  for _, field in ipairs(layout) do
    local name, bit, width = field[1], field[2], field[3]
    is_optional = is_optional or field.optional
    if not width then
      local first = math.floor(bit / 8)
      if first < bytes:len() then
        local range = bytes(first)
        self.tree:add(payload_fields[self.place .. "." .. slug(name)], range)
        words[#words + 1] = name .. " " .. range:bytes():tohex(true, " ")
      end
    elseif bit + width > bytes:len() * 8 then
      if not is_optional then
        self.tree:add_proto_expert_info(experts.short)
        words[#words + 1] = "cut short"
      end
      break
    elseif name ~= "reserved" then
      local value = self:add_number(field, bytes)
      -- A field that is called after its unit: `1/8 °C`.
      words[#words + 1] = name:match("^%d") and value or name .. " " .. value
    end
  end
  return table.concat(words, ", ")
end

-- What a module says of itself: implementation, revision and more, or nothing if it is absent.
local function add_information(tree, bytes, about)
  if bytes:len() == 0 then return "absent" end
  tree:add(fields.implementation, bytes(0, 1))
  local words = "implementation " .. bytes(0, 1):uint()
  about.implementation = bytes(0, 1):uint()
  if bytes:len() > 1 then
    tree:add(fields.revision, bytes(1, 1))
    words = words .. ", revision " .. bytes(1, 1):uint()
    about.revision = bytes(1, 1):uint()
  end
  if bytes:len() > 2 then
    tree:add(fields.extra, bytes(2))
    words = words .. ", extra " .. bytes(2):bytes():tohex(true, " ")
  end
  return words
end

-- What is done with the register, and the layout of what comes with it.
local function meaning(register, is_read, is_silent, from_board, bytes)
  if from_board then
    if is_read then return "answer", register.answer, register.index end
    if register.created then return "created", register.created end
    return "notify", register.answer, register.index
  end
  if is_read then return is_silent and "silent read" or "read", register.request end
  if register.notifies and not register.written and bytes:len() == 1 then
    return bytes(0, 1):uint() ~= 0 and "subscribe" or "unsubscribe"
  end
  return "write", register.written
end

-- Writes with and without a response, notifications and indications: true if the board says it.
-- What a read of either characteristic gives is no packet of the protocol.
local packets = { [0x12] = false, [0x52] = false, [0x1b] = true, [0x1d] = true }

function metawear.dissector(tvb, pinfo, parent)
  local opcode = att_opcode()
  local from_board = opcode and packets[opcode.value]
  if tvb:len() < 2 or from_board == nil then return 0 end
  local address = from_board and acl_source() or not from_board and acl_destination()
  address = address and tostring(address) or tostring(from_board and pinfo.src or pinfo.dst)

  local id, first = tvb(0, 1):uint(), tvb(1, 1):uint()
  local number, is_read = first % 0x40, first >= 0x80
  local is_silent = math.floor(first / 0x40) % 2 == 1
  local bytes = tvb:len() > 2 and tvb(2):tvb() or ByteArray.new():tvb("nothing")

  local module = modules[id] or { name = string.format("module %02x", id), variants = {} }
  local known = known_of(pinfo, address, id)
  local register, implementation = find(module, known, number)
  if number == 0 then register = { name = "information" } end
  register = register or { name = string.format("register %02x", number) }

  local tree = parent:add(metawear, tvb())
  tree:add(fields.module, tvb(0, 1))
  tree:add(fields.read, tvb(1, 1))
  tree:add(fields.silent, tvb(1, 1))
  tree:add(fields.register, tvb(1, 1)):append_text(" (" .. register.name .. ")")
  tree:add(fields.module_name, tvb(0, 1), module.name):set_generated()
  tree:add(fields.register_name, tvb(1, 1), register.name):set_generated()

  local verb, layout, has_index = meaning(register, is_read, is_silent, from_board, bytes)
  tree:add(fields.verb, tvb(1, 1), verb):set_generated()
  if register.since then
    local item = tree:add(fields.since, tvb(1, 1), register.since)
    item:set_generated()
    if known.revision and known.revision < register.since then
      item:append_text(", this board's module has " .. known.revision)
    end
  end

  local words = ""
  if number == 0 and from_board and is_read then
    local about = {}
    words = add_information(tree, bytes, about)
    if not pinfo.visited then board(address).information[id] = about end
  elseif verb == "subscribe" or verb == "unsubscribe" then
    tree:add(fields.subscribe, tvb(2, 1), verb == "subscribe")
  elseif verb == "answer" and register.empty and bytes:len() == 0 then
    words = register.empty
  elseif layout then
    if has_index and bytes:len() > 0 then
      tree:add(fields.data_id, bytes(0, 1))
      words = "of " .. bytes(0, 1):uint() .. ": "
      bytes = bytes:len() > 1 and bytes(1):tvb() or ByteArray.new():tvb("nothing")
    end
    local scale = from_board and scale_of(id, implementation, number)
    local payload = setmetatable({
      tree = tree, place = place_of(module, register), scale = scale,
      set_range = known.range or scale and scale.default,
    }, Payload)
    words = words .. payload:add(layouts[layout], bytes)
    if payload.range and not pinfo.visited then board(address).ranges[id] = payload.range end
  elseif tvb:len() > 2 then
    tree:add(fields.payload, tvb(2))
    words = bytes:bytes():tohex(true, " ")
  end
  -- A reset sets everything back (debug, reset and deferred reset).
  if id == 0xfe and verb == "write" and (number == 1 or number == 5) and not pinfo.visited then
    board(address).ranges = {}
  end

  local text = verb .. " " .. module.name .. " " .. register.name
  if words ~= "" then text = text .. ": " .. words end
  tree:append_text(", " .. text)
  pinfo.cols.protocol = "MetaWear"
  pinfo.cols.info = text
  return tvb:len()
end

local by_uuid = DissectorTable.get("bluetooth.uuid")
by_uuid:add(command_uuid, metawear)
by_uuid:add(notification_uuid, metawear)

-- The notes of a scenario, steps and faults, stand in the list as what they say.
local notes = Proto("metawear_notes", "Notes of a scenario")
local note = Field.new("hci_mon.system_note")
function notes.dissector(_, pinfo)
  local text = note()
  if text then pinfo.cols.info = tostring(text) end
end
register_postdissector(notes)