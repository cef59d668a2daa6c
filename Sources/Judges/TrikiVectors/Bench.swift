import VeltoKit

/// Virtual time of a play, in nanoseconds.
final class PlayClock {
    private(set) var nanoseconds: Int64 = 0
    /// Now, in seconds.
    var seconds: Double { Double(nanoseconds) / 1e9 }

    /// So many whole nanoseconds on; what is less is cut off.
    func advance(_ seconds: Double) { nanoseconds += Int64(seconds * 1e9 + 1e-6) }

    /// To a time in seconds.
    func set(_ seconds: Double) { nanoseconds = Int64((seconds * 1e9).rounded()) }
}

/// A radio that notes what it is asked for.
final class NotingRadio: CapRadio {
    var isOn = true
    private(set) var central: [String] = []
    private(set) var peripheral: [String] = []

    func perform(_ operation: RadioOperation) {
        switch operation {
        case .scan: central.append("scan(services:nil,dup:false)")
        case .stopScan: central.append("stopScan")
        case .connect(let cap): central.append("connect(\(cap.name))")
        case .cancelConnection(let cap): central.append("cancel(\(cap.name))")
        case .discoverServices: peripheral.append("discoverServices(nil)")
        case .discoverCharacteristics:
            peripheral.append("discoverCharacteristics(6E400002+6E400003)")
        case .subscribe: peripheral.append("setNotify(true,6E400003)")
        case .write(let bytes, let withResponse):
            let hex = bytes.map(hexadecimal).joined(separator: " ")
            peripheral.append("write(6E400002,\(hex),\(withResponse ? "req" : "cmd"))")
        }
    }
}

private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
}

/// A session with its clock and its radio.
struct Desk {
    let clock = PlayClock()
    let radio = NotingRadio()
    let session: MotionSession
    static let cap = DiscoveredCap(identifier: "cap", name: "Triki 1234567890")

    init(_ vector: Vector, mode: MotionMode? = nil) {
        let clock = clock
        let version: VeltoVersion = vector.isCurrent ? .current : .seed
        session = MotionSession(version, radio: radio, clock: { clock.seconds })
        if let mode { session.config = .preset(for: mode, version) }
    }

    /// As an app does, until the stream is asked for.
    func connect(to cap: DiscoveredCap = Self.cap) {
        session.connect()
        for event in [
            RadioEvent.discovered(cap), .connected, .services(hasUART: true),
            .characteristics(hasUART: true), .subscribed,
        ] {
            session.handle(event)
        }
    }
}

/// A frame's length as the file writes it, in seconds: `0.016666667` is a sixtieth.
func frameLength(_ written: Double) -> Double {
    guard written > 0 else { return written }
    let whole = 1 / (1 / written).rounded()
    return abs(whole - written) < 1e-8 ? whole : written
}

/// The usual frame, in seconds.
let sixtieth = 1.0 / 60

/// A block of three words.
func block(_ x: Int, _ y: Int = 0, _ z: Int = 0) -> [UInt8] {
    [0x22, 0]
        + [x, y, z].flatMap { value in
            let word = UInt16(bitPattern: Int16(clamping: value))
            return [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
        }
}
