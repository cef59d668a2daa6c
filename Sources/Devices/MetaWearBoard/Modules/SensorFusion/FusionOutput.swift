import Motion
import Wire

extension SensorFusion {
    /// The outputs, by their bit in the output mask.
    enum Output: UInt8, CaseIterable {
        case correctedAcceleration, correctedRotation, correctedField, quaternion, eulerAngles
        case gravity, linearAcceleration

        var register: UInt8 { rawValue + 4 }

        /// The payload: numbers of IEEE 754, little endian.
        func bytes(_ fusion: MotionFusion) -> ShortBytes {
            var bytes = ShortBytes()
            switch self {
            case .correctedAcceleration:
                bytes.append(fusion.correctedForce * 1000)
                bytes.append(fusion.forceKnowledge.accuracy)
            case .correctedRotation:
                bytes.append(fusion.correctedRotation)
                bytes.append(fusion.rotationKnowledge.accuracy)
            case .correctedField:
                bytes.append(fusion.correctedField)
                bytes.append(fusion.fieldKnowledge.accuracy)
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
