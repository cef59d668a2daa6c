import Motion
import Wire

extension SensorFusion {
    /// The outputs, by their bit in the output mask.
    enum Output: UInt8, CaseIterable {
        case correctedAcceleration, correctedRotation, correctedField, quaternion, eulerAngles
        case gravity, linearAcceleration

        var register: UInt8 { rawValue + 4 }

        /// The payload: numbers of IEEE 754, little endian.
        func bytes(_ fusion: MotionFusion, _ mode: Mode) -> ShortBytes {
            var bytes = ShortBytes()
            switch self {
            case .correctedAcceleration:
                bytes.append(Grid.force(fusion) * 1000)
                bytes.append(fusion.forceKnowledge.accuracy)
            case .correctedRotation:
                bytes.append(Grid.rotation(fusion, mode))
                bytes.append(fusion.rotationKnowledge.accuracy)
            case .correctedField:
                bytes.append(Grid.field(fusion))
                bytes.append(fusion.currentFieldAccuracy)
            case .quaternion:
                let q = fusion.orientation
                for part in [q.w, q.x, q.y, q.z] { bytes.append(part) }
            case .eulerAngles:
                let angles = EulerAngles(fusion.orientation)
                for part in [angles.heading, angles.pitch, angles.roll, angles.heading] {
                    bytes.append(part)
                }
            case .gravity: bytes.append(fusion.gravity * standardGravity)
            case .linearAcceleration:
                bytes.append(fusion.linearAcceleration * standardGravity)
            }
            return bytes
        }
    }

    /// The steps in which the library hands out corrected values, as recordings of an S show them (real boards of 2026:
    /// RB26-141).
    private enum Grid {
        /// mg of the accelerometer's learned offset.
        private static let offset = 0.0234
        /// µT.
        private static let field = 0.1
        /// What a count of rotation is taken for, relative to the nominal count.
        private static let rotation = 1.0006

        /// Whole counts less an offset that moves in steps of its own, g.
        static func force(_ fusion: MotionFusion) -> Vector3 {
            let learned = fusion.forceKnowledge.offset
            return fusion.correctedForce + learned - round(learned * 1000, to: offset) * 0.001
        }

        /// The offset is removed in whole counts, °/s.
        static func rotation(_ fusion: MotionFusion, _ mode: Mode) -> Vector3 {
            let count = rotation * 2000 / 32_768 * 16.4 / mode.countsPerDegree
            return round(fusion.correctedRotation, to: count)
        }

        static func field(_ fusion: MotionFusion) -> Vector3 {
            round(fusion.correctedField, to: field)
        }

        private static func round(_ v: Vector3, to step: Double) -> Vector3 {
            Vector3((v.x / step).rounded(), (v.y / step).rounded(), (v.z / step).rounded()) * step
        }
    }

    /// A sensor's value with its offset corrected (mg, °/s, µT), and its accuracy: 0 to 3.
    struct Corrected: Layout {
        var x: Float = 0
        var y: Float = 0
        var z: Float = 0
        var accuracy: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&x, "x")
            c(&y, "y")
            c(&z, "z")
            c(&accuracy, "accuracy")
        }
    }

    /// A unit quaternion that takes the body's axes to the world's.
    struct Attitude: Layout {
        var w: Float = 0
        var x: Float = 0
        var y: Float = 0
        var z: Float = 0

        mutating func layout(_ c: inout some Coder) {
            c(&w, "w")
            c(&x, "x")
            c(&y, "y")
            c(&z, "z")
        }
    }

    /// Degrees; the yaw is the heading.
    struct Angles: Layout {
        var heading: Float = 0
        var pitch: Float = 0
        var roll: Float = 0
        var yaw: Float = 0

        mutating func layout(_ c: inout some Coder) {
            c(&heading, "heading")
            c(&pitch, "pitch")
            c(&roll, "roll")
            c(&yaw, "yaw")
        }
    }

    /// m/s².
    struct Acceleration: Layout {
        var x: Float = 0
        var y: Float = 0
        var z: Float = 0

        mutating func layout(_ c: inout some Coder) {
            c(&x, "x")
            c(&y, "y")
            c(&z, "z")
        }
    }
}

extension ShortBytes {
    /// Single precision.
    fileprivate mutating func append(_ value: Double) { append(Float(value).bitPattern) }

    fileprivate mutating func append(_ value: Vector3) {
        append(value.x)
        append(value.y)
        append(value.z)
    }
}
