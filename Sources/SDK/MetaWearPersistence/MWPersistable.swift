public import MetaWear

/// A sample that the store can keep: up to four numbers and an accuracy.
public protocol MWPersistable: MWDataConvertible, Sendable {
    /// What a session of these samples is called in the store.
    static var persistenceKind: String { get }
    /// The sample as numbers; what it does not use is 0.
    var persistenceValues: (f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8) { get }
    /// The sample of these numbers.
    static func from(f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8) -> Self
}

extension CartesianFloat: MWPersistable {
    /// `cartesian`.
    public static var persistenceKind: String { "cartesian" }
    /// x, y, z.
    public var persistenceValues: (f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8) {
        (x, y, z, 0, 0)
    }
    /// A vector of the first three.
    public static func from(
        f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8
    ) -> CartesianFloat {
        CartesianFloat(x: f0, y: f1, z: f2)
    }
}

extension Quaternion: MWPersistable {
    /// `quaternion`.
    public static var persistenceKind: String { "quaternion" }
    /// w, x, y, z.
    public var persistenceValues: (f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8) {
        (w, x, y, z, 0)
    }
    /// A quaternion of all four.
    public static func from(
        f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8
    ) -> Quaternion {
        Quaternion(w: f0, x: f1, y: f2, z: f3)
    }
}

extension EulerAngles: MWPersistable {
    /// `euler`.
    public static var persistenceKind: String { "euler" }
    /// Heading, pitch, roll, yaw.
    public var persistenceValues: (f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8) {
        (heading, pitch, roll, yaw, 0)
    }
    /// The angles in that order.
    public static func from(
        f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8
    ) -> EulerAngles {
        EulerAngles(heading: f0, pitch: f1, roll: f2, yaw: f3)
    }
}

extension CorrectedCartesianFloat: MWPersistable {
    /// `corrected-cartesian`.
    public static var persistenceKind: String { "corrected-cartesian" }
    /// x, y, z and the accuracy.
    public var persistenceValues: (f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8) {
        (x, y, z, 0, accuracy)
    }
    /// A vector of the first three, with its accuracy.
    public static func from(
        f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8
    ) -> CorrectedCartesianFloat {
        CorrectedCartesianFloat(x: f0, y: f1, z: f2, accuracy: accuracy)
    }
}

extension Float: MWPersistable {
    /// `float`.
    public static var persistenceKind: String { "float" }
    /// The number itself.
    public var persistenceValues: (f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8) {
        (self, 0, 0, 0, 0)
    }
    /// The first number.
    public static func from(
        f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8
    ) -> Float { f0 }
}

extension Bool: MWPersistable {
    /// `bool`.
    public static var persistenceKind: String { "bool" }
    /// 1 or 0.
    public var persistenceValues: (f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8) {
        (self ? 1 : 0, 0, 0, 0, 0)
    }
    /// Whether the first number is not 0.
    public static func from(
        f0: Float, f1: Float, f2: Float, f3: Float, accuracy: UInt8
    ) -> Bool { f0 != 0 }
}
