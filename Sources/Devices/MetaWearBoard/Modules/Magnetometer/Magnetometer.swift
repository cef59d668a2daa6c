import Motion
internal import Simulation
import Wire

/// The magnetometer BMM150 (protocol, sensors 16).
final class Magnetometer: Module {
    static let id: UInt8 = 0x15
    static let name = "magnetometer"
    static let registers: [Register<Magnetometer>] = [
        .command(0x01, "power mode", Byte.self) { $0.setPower($1.value, on: $2) },
        .mask(0x02, "data interrupt enable", { $1(&$0.dataMask) }, didSet: { $0.update(on: $1) }),
        .command(0x03, "data rate", Rate.self) { $0.set($1, on: $2) { $1(&$0.rate) } }
            .readable(Rate.self) { module, _ in ShortBytes(module.rate.bytes) },
        .command(0x04, "repetitions", Repetitions.self) {
            $0.set($1, on: $2) { $1(&$0.repetitions) }
        }
        .readable(Repetitions.self) { module, _ in ShortBytes(module.repetitions.bytes) },
        .signal(0x05, "data", MagneticField.self) { $0.read(on: $1) },
        .mask(
            0x06, "threshold interrupt enable", { $1(&$0.thresholdMask) },
            didSet: { $0.update(on: $1) }),
        .command(0x07, "threshold config", Thresholds.self) {
            $0.set($1, on: $2) { $1(&$0.thresholds) }
        }
        .readable(Thresholds.self) { module, _ in ShortBytes(module.thresholds.bytes) },
        .signal(0x08, "threshold interrupt", Mask.self),
        .signal(0x09, "packed data", Packed<MagneticField>.self, since: 1),
    ]

    /// The chip's power mode (BST-BMM150-DS001, 4.2).
    enum Power: UInt8 { case sleep, normal, suspend }

    private let revision: UInt8
    private let chip: BMM150
    private(set) var power: Power
    private var dataMask: UInt8 = 0
    private var thresholdMask: UInt8 = 0
    private var rate = Rate()
    private var repetitions = Repetitions()
    private var thresholds = Thresholds()
    /// Thresholds passed at the last sample.
    private var passed: UInt8 = 0
    private let plain: SignalOutlet
    private let packed: SignalOutlet
    private let interrupt: SignalOutlet
    private var stream = SampleStream()
    @exclusivity(unchecked) private var isSampling = false
    /// What the data register holds.
    @exclusivity(unchecked) private var lastSample = RawSample.zero

    /// Suspended; before revision 2 the firmware has no suspend, and the chip sleeps.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        revision = information.revision
        power = revision >= 2 ? .suspend : .sleep
        chip = board.hardware.part(BMM150.self, "magnetometer") { BMM150(random: $0) }
        chip.sensor.isIdeal = board.hardware.quality == .ideal
        plain = board.outlet(SignalKey(Self.id, 0x05))
        packed = board.outlet(SignalKey(Self.id, 0x09))
        interrupt = board.outlet(SignalKey(Self.id, 0x08))
        configureChip()
    }

    // MARK: Host

    /// Suspend can only change to sleep, and it loses all settings (4.2.1).
    private func setPower(_ code: UInt8, on board: MetaWearBoard) {
        guard let wanted = Power(rawValue: code), wanted != .suspend || revision >= 2 else {
            return board.ignore(.undocumentedValue, "power mode \(code) is not known")
        }
        if power == .suspend, wanted == .normal {
            return board.ignore(.suspended, "a suspended magnetometer must be put to sleep first")
        }
        guard power != wanted else { return }
        power = wanted
        lastSample = .zero
        passed = 0
        if wanted == .suspend {
            rate = Rate()
            repetitions = Repetitions()
            thresholds = Thresholds()
            thresholdMask = 0
            configureChip()
        }
        update(on: board)
    }

    /// Sensor fusion that needs the field takes the chip out of suspend, in which the host's settings had no effect, and
    /// gives it the ones that hosts use for fusion (real boards of 2026: RB26-161).
    func wake(on board: MetaWearBoard) {
        guard power == .suspend else { return }
        power = .normal
        rate = Rate(code: .hz25)
        repetitions = Repetitions(xy: 4, z: 14)
        configureChip()
        board.trace("sensor fusion wakes the magnetometer")
        update(on: board)
    }

    /// Writes a register of the chip, which is not accessible in suspend.
    private func set<P: Layout & Equatable>(
        _ value: P, on board: MetaWearBoard, _ property: Register<Magnetometer>.Property<P>
    ) {
        guard power != .suspend else {
            return board.ignore(.suspended, "a suspended magnetometer takes no settings")
        }
        var isNew = false
        property(self) {
            isNew = $0 != value
            $0 = value
        }
        guard isNew else { return }
        configureChip()
        if isSampling { restart(on: board) }
    }

    private func configureChip() {
        chip.configure(repetitionsXY: repetitions.countXY, repetitionsZ: repetitions.countZ)
    }

    // MARK: Samples

    private func update(on board: MetaWearBoard) {
        let wanted = power == .normal && (dataMask & 1 != 0 || thresholdMask & 0x3F != 0)
        if dataMask & 1 == 0 { stream.forgetGathered() }
        guard wanted != isSampling else { return }
        isSampling = wanted
        restart(on: board)
    }

    /// The configured rate, or the slower one that the repetitions allow (4.2.4).
    private var period: Nanoseconds { max(rate.period, repetitions.time) }

    private func restart(on board: MetaWearBoard) {
        stream.restart(period: period)
        guard isSampling else { return }
        // The first measurement begins now.
        let first = board.firstSample(of: stream, after: board.now + repetitions.time)
        board.schedule(Self.id, 0, stream.run, at: first)
    }

    /// A sample is due. A consumer of it may stop or restart the stream.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        guard argument == stream.run else { return }
        lastSample = sample(on: board)
        if dataMask & 1 != 0 {
            let bytes = lastSample.shortBytes
            let packet = stream.gather(bytes)
            board.emit(plain, bytes)
            guard argument == stream.run else { return }
            if let packet {
                board.emit(packed, packet)
                guard argument == stream.run else { return }
            }
            if let fusion = board.fusion, fusion.isRunning {
                fusion.takeField(lastSample, on: board)
            }
        }
        if thresholdMask != 0 { compare(on: board) }
        guard argument == stream.run else { return }
        board.schedule(Self.id, 0, argument, at: board.now + stream.period)
    }

    /// Notifies the thresholds that are passed if any is newly passed (4.6.4, 4.6.5); an overflow
    /// passes none.
    private func compare(on board: MetaWearBoard) {
        let now = thresholds.passed(by: lastSample) & thresholdMask
        let isNew = now & ~passed != 0
        passed = now
        if isNew { board.emit(interrupt, [now]) }
    }

    /// The data register's answer to a read: the last sample; zeros unless it measures.
    private func read(on board: MetaWearBoard) -> ShortBytes {
        if power == .normal, !isSampling { lastSample = sample(on: board) }
        return lastSample.shortBytes
    }

    private func sample(on board: MetaWearBoard) -> RawSample {
        chip.sample(board.hardware.body, board.hardware.environment, at: board.now)
    }

    /// 5.1 mA while it measures, which gives the presets' 170 µA, 0.5, 0.9 and 4.9 mA; 3 µA asleep
    /// and 1 µA in suspend (BST-BMM150-DS001, electrical characteristics).
    func current(on board: MetaWearBoard) -> Double {
        switch power {
        case .suspend: 1
        case .sleep: 3
        case .normal: 3 + 5_100 * repetitions.time.seconds / period.seconds
        }
    }
}
