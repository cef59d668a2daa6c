// From where a board is looked at, and what a movement over the screen means for it. It needs no picture.
//
// The world is that of the simulation: x east, y north, z up. The scene has y up, and its z axis points south.

/// Pixels to radians and metres are those of this field of view, in degrees.
export const fieldOfView = 32;
/// A board is drawn larger than its way.
export const metre = 3;

const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
const unit = (vector) => {
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
};

/// The rotation [w, x, y, z] by an angle about a unit vector.
const about = ([x, y, z], angle) => {
  const sine = Math.sin(angle / 2);
  return [Math.cos(angle / 2), x * sine, y * sine, z * sine];
};

/// The product of two rotations [w, x, y, z].
export function multiply([a, b, c, d], [e, f, g, h]) {
  return [
    a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
    a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e,
  ];
}

/// A vector that a rotation [w, x, y, z] has turned.
export function rotate([w, x, y, z], vector) {
  const t = cross([x, y, z], vector).map((part) => 2 * part);
  const u = cross([x, y, z], t);
  return vector.map((part, axis) => part + w * t[axis] + u[axis]);
}

export class Viewpoint {
  constructor() {
    this.angle = { turn: -0.55, lift: 0.5 };
    this.distance = 8;
    this.target = [0, -0.1, 0];
  }

  /// Turns it by angles.
  look(turn, lift) {
    this.angle.turn += turn;
    this.angle.lift = Math.max(-0.2, Math.min(1.5, this.angle.lift + lift));
  }

  /// In the scene.
  get position() {
    const { angle: { turn, lift }, distance } = this;
    return [distance * Math.sin(turn) * Math.cos(lift), distance * Math.sin(lift), distance * Math.cos(turn) * Math.cos(lift)];
  }

  /// The directions of the screen in the scene: to the right, up, and towards the viewer.
  get axes() {
    const out = unit(this.position.map((part, axis) => part - this.target[axis]));
    const right = unit(cross([0, 1, 0], out));
    return [right, cross(out, right), out];
  }

  /// The rotation [w, x, y, z] in the world that a movement over the screen means, in radians.
  turn(right, up, roll = 0) {
    const [across, , out] = this.axes;
    const rotation = multiply(about(out, roll), multiply(about(across, -up), about([0, 1, 0], right)));
    // From the scene, where y is up, to the world.
    return [rotation[0], rotation[1], -rotation[3], rotation[2]];
  }

  /// The way in the world, in metres, that a movement over the screen means, in pixels of a picture of this height.
  move(right, up, height) {
    const perPixel = (2 * this.distance * Math.tan((fieldOfView * Math.PI) / 360)) / Math.max(height, 1);
    const [across, above] = this.axes;
    const way = across.map((part, axis) => (part * right + above[axis] * up) * perPixel);
    return [way[0] / metre, -way[2] / metre, way[1] / metre];
  }

  /// Where a place of the scene is seen on a picture of this size, in pixels.
  see(place, width, height) {
    const [across, above, out] = this.axes;
    const from = place.map((part, axis) => part - this.position[axis]);
    const along = (axis) => from.reduce((sum, part, index) => sum + part * axis[index], 0);
    const scale = height / (2 * Math.tan((fieldOfView * Math.PI) / 360)) / Math.max(-along(out), 0.1);
    return [width / 2 + along(across) * scale, height / 2 - along(above) * scale];
  }
}
