import Declaration
import MetaWearTables
import Simulation
import Wire

extension SampleField {
    func count(_ bytes: [UInt8], at start: Int) -> Double {
        switch number {
        case .unsigned: return Double(LittleEndian.number(bytes, from: start, size))
        case .signed: return Double(LittleEndian.signed(bytes, from: start, size))
        case .float:
            let bits = UInt32(
                truncatingIfNeeded: LittleEndian.number(bytes, from: start, 4))
            return Double(Float(bitPattern: bits))
        }
    }

    /// What it measures; nil for a plain number.
    var dimension: (any Dimension.Type)? {
        unit.isEmpty ? nil : dimensions.first { $0.units[0].symbol == unit }
    }
}

/// Which notifications of a register are a signal's, where two signals share it; the number is what
/// the data begin with.
enum NotificationShare: Hashable {
    case withAny(of: Int16)
    case only(Int16)
    case allBut(Int16)

    func includes(_ number: Int16) -> Bool {
        switch self {
        case .withAny(let bits): number & bits != 0
        case .only(let wanted): number == wanted
        case .allBut(let other): number != other
        }
    }
}

/// A signal as a client knows it: where it comes from, how its bytes read, and what it tells.
struct BoardSignal {
    /// As scripts and reports call it.
    var name: String
    var key: SourceKey
    var fields: [SampleField]
    /// Samples in one packet.
    var perPacket = 1
    /// Bytes behind the fields that no report shows.
    var trailing = 0
    /// Where the fields stand in the data of the key: an axis of a vector.
    var offset = 0
    /// Which notifications are its own; nil for all.
    var share: NotificationShare?
    /// Samples a second as configured; 0 for none.
    var rate = 0.0
    /// What must run for it.
    var units: [SensorUnit] = []
    /// What the world knows of it.
    var truth: Measurand?

    /// Bytes of its data.
    var length: Int { fields.reduce(0) { $0 + $1.size } * perPacket + trailing }

    /// Pack bytes of the loggers that it takes: length less one in bits 5 to 7, offset in bits 0 to
    /// 4 (protocol, core 3.3).
    var packs: [UInt8] {
        stride(from: 0, to: length, by: 4).map { start in
            UInt8(truncatingIfNeeded: (min(4, length - start) - 1) << 5 | (offset + start) & 31)
        }
    }

    /// Pack byte of a processor's source; lengths beyond 8 are cut, as the SDKs do (protocol, core
    /// 4.2).
    var pack: UInt8 { UInt8(truncatingIfNeeded: (length - 1) << 5 | offset & 31) }

    /// `g`, if all fields have the same unit; empty else.
    var unit: String {
        Set(fields.map(\.unit)).count == 1 ? fields.first?.unit ?? "" : ""
    }

    /// Names of the columns; with their units if these differ.
    var axes: [String] {
        unit.isEmpty
            ? fields.map { $0.unit.isEmpty ? $0.axis : "\($0.axis) \($0.unit)" }
            : fields.map(\.axis)
    }

    /// Counts of every sample in a packet's data.
    func counts(_ data: [UInt8]) -> [[Double]] {
        var at = 0
        return (0..<perPacket).map { _ in
            fields.map { field in
                defer { at += field.size }
                return field.count(data, at: at)
            }
        }
    }

    /// Values of one sample's counts.
    func values(_ counts: [Double]) -> [Double] {
        zip(counts, fields).map { $0 / $1.countsPerUnit }
    }

    /// One axis of a vector.
    func component(_ index: Int) throws(StepFailure) -> BoardSignal {
        guard index < fields.count, fields.count > 1, perPacket == 1 else {
            throw StepFailure("\(name) has no axis to choose")
        }
        var part = self
        part.offset += fields[..<index].reduce(0) { $0 + $1.size }
        part.fields = [fields[index]]
        part.trailing = 0
        part.truth = nil
        return part
    }
}

extension Measurand {
    /// How far a sample is from the truth.
    var measure: Series.ErrorMeasure {
        switch self {
        case .quaternion: .rotation
        case .euler: .angles
        default: .difference
        }
    }
}
