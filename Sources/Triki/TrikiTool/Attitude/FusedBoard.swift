import Bluetooth
import Central
import MetaWearProtocol
import Motion
import Peripheral
import Simulation

/// A board that streams its fused orientation to us, wherever it is.
struct FusedBoard {
    private let access: BoardAccess
    private let sensor: MWSensorFusionQuaternion
    /// Samples before it are those of a fusion that still looks for the vertical.
    private let settled: Instant

    private static let command = BluetoothUUID(BoardUUID.command)
    private static let notify = BluetoothUUID(BoardUUID.notify)
    private static let patience = Nanoseconds.seconds(30)
    private static let answer = Nanoseconds.seconds(5)
    private static let settling = Nanoseconds.seconds(0.5)

    /// Connects to the board and starts its fusion.
    init(_ access: BoardAccess) throws(AccessError) {
        self.access = access
        try access.connect(within: Self.patience)
        _ = try access.discover()
        guard let command = Self.command, let notify = Self.notify else {
            throw .unable("the board's UUIDs are wrong")
        }
        do throws(AccessError) {
            try access.subscribe(to: notify, .notifications)
        } catch .missing {
            throw .missing("it is not a MetaWear and has no sensor fusion")
        }
        func write(_ packets: [Packet]) throws(AccessError) {
            for packet in packets { try access.write(packet.bytes, to: command, .command) }
            try access.flush()
        }
        func module(_ module: MWModule) throws(AccessError) -> MWModuleInfo? {
            try write([MWModuleInfo.read(module)])
            let limit = access.now + Self.answer
            while let event = try access.next(before: limit) {
                guard case .value(_, _, let bytes) = event else { continue }
                if let info = MWModuleInfo(answer: bytes), info.module == module { return info }
            }
            throw .timedOut("the board's answer about its \(module)")
        }
        let fusion = try module(.sensorFusion)
        guard fusion?.isPresent == true else { throw .missing("it has no sensor fusion") }
        let gyroscope = try module(.gyro)
        let accelerometer = try module(.accelerometer)
        guard let chip = MWSensorFusionChip(gyroImpl: gyroscope?.implementation ?? 0xFF),
            chip == MWSensorFusionChip(accImpl: accelerometer?.implementation ?? 0xFF)
        else {
            throw .missing("its sensors are of an unknown kind, so its fusion cannot be set up")
        }
        // Without the magnetometer: a heading of iron nearby would turn what is shown.
        sensor = MWSensorFusionQuaternion(mode: .imuPlus, accRange: 3, gyroRange: 0, chip: chip)
        try write(
            sensor.configurePackets + [sensor.subscribePacket(true)] + sensor.enablePackets
                + sensor.startPackets)
        settled = access.now + Self.settling
    }

    /// The next orientation, with its time of arrival; nil if none comes before a time.
    func next(before limit: Instant) throws(AccessError) -> (Instant, Motion.Quaternion)? {
        while let event = try access.next(before: limit) {
            switch event {
            case .ended(_, let why): throw .ended(why)
            case .value(let time, _, let bytes):
                guard time >= settled, bytes.count >= 2, bytes[0] == sensor.module.rawValue,
                    bytes[1] == sensor.dataRegister, let q = try? sensor.sample(from: bytes)
                else { continue }
                let parts = Motion.Quaternion(Double(q.w), Double(q.x), Double(q.y), Double(q.z))
                // A fusion that has not begun sends zeros.
                let square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z
                guard square.isFinite, square > 0.5 else { continue }
                return (time, parts.normalized)
            }
        }
        return nil
    }

    /// Stops the fusion and disconnects, as far as that is still possible.
    func stop() {
        if let command = Self.command, access.isConnected {
            for packet in sensor.stopPackets + sensor.disablePackets {
                try? access.write(packet.bytes, to: command, .command)
            }
            // Its answer comes when the board has all of them: packets that wait end with the link.
            try? access.write(sensor.subscribePacket(false).bytes, to: command, .request)
        }
        access.close()
    }
}
