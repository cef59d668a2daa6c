// Attitudes [w, x, y, z] from the samples of sensors that know one, or at least what is up.
import { multiply } from "/shared/viewpoint.js";

const unit = (vector) => {
  const length = Math.hypot(...vector);
  return length > 1e-9 ? vector.map((part) => part / length) : null;
};

/// The shortest turn that takes what the board feels as up to where up is: the heading stays unknown.
function tilt(vector) {
  const up = unit(vector.slice(0, 3));
  if (!up) return null;
  // Upside down every axis would do.
  return up[2] < -0.9999 ? [0, 1, 0, 0] : unit([1 + up[2], up[1], -up[0], 0]);
}

/// Degrees: a heading as of a compass, then the rise of y and the fall of x.
function euler([heading, pitch, roll]) {
  const half = (degrees) => (degrees * Math.PI) / 360;
  const about = (axis, angle) => [Math.cos(angle), ...[0, 1, 2].map((each) => (each === axis ? Math.sin(angle) : 0))];
  return multiply(about(2, half(-heading)), multiply(about(1, half(roll)), about(0, half(pitch))));
}

const readers = { quaternion: unit, euler, gravity: tilt, accelerometer: tilt, correctedAcceleration: tilt };

/// What makes an attitude of a sample of a sensor; undefined if nothing does.
export const attitudeOf = (sensor) => readers[sensor];

/// Whether a sensor knows no heading.
export const isTilt = (sensor) => readers[sensor] === tilt;

/// An attitude seen from another one: the turn since then, in the world.
export const turnedFrom = (attitude, tare) => (tare ? multiply(attitude, [tare[0], -tare[1], -tare[2], -tare[3]]) : attitude);

/// The angle between two attitudes in degrees.
export function apart(one, other) {
  const product = Math.abs(one.reduce((sum, part, index) => sum + part * other[index], 0));
  return (360 / Math.PI) * Math.acos(Math.min(1, product));
}
