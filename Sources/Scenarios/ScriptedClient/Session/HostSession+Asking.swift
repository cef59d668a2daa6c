import Bluetooth
import CapProtocol
import Central
import Declaration
import MetaWearProtocol
import Peripheral
import Simulation

/// Requests that many steps share.
extension HostSession {
    /// How long the board has to act on what was written.
    static let settlingTime = Nanoseconds.milliseconds(60)

    /// Waits until written commands have reached the board; fails if the link ends before that.
    ///
    /// - Returns: `detail`, for the step that ends with it.
    func settle(saying detail: String = "") async throws(StepFailure) -> String {
        try await executor.sleep(for: Self.settlingTime)
        try await flush()
        return detail
    }

    /// Asks what a module says of itself.
    func discover(_ module: MWModule) async throws(StepFailure) {
        modules.take(try await ask(MWModuleInfo.read(module)))
    }

    /// Discovers those of these modules that are not known yet.
    func fetch(_ needed: [MWModule]) async throws(StepFailure) {
        for module in needed where modules[module] == nil { try await discover(module) }
    }

    /// Sends a command that creates something, and waits for its id.
    ///
    /// - Parameter followers: what is sent right behind it.
    func create(
        _ packet: Packet, _ what: String, followedBy followers: [Packet] = []
    ) async throws(StepFailure) -> UInt8 {
        let answer = try await ask(packet, followedBy: followers)
        guard let id = try? CreatedID.read(answer) else {
            throw StepFailure("the board returned no \(what)")
        }
        return id
    }

    /// Reads the log's clock, and computes when its tick zero was.
    func readClock() async throws(StepFailure) {
        let answer = try await ask(LogCommand.readTime)
        guard let clock = try? LogTimeReading(answer: answer), let uid = clock.resetUID else {
            return
        }
        state.uid = uid
        state.tickZero[uid] = timers.now - Nanoseconds(Int64(clock.tick) * 23_437_500 / 16)
    }

    /// Reads a value of the device information service, as hosts do.
    func readDeviceInformation(_ uuid: String) async throws(StepFailure) {
        _ = try await read(uuid, of: BoardUUID.deviceInformation)
    }

    /// Reads the charge from the battery service, in percent.
    func readBattery() async throws(StepFailure) -> UInt8 {
        let bytes = try await read(BoardUUID.batteryLevel, of: BoardUUID.batteryService)
        guard let level = bytes.first else { throw StepFailure("an empty level") }
        return level
    }

    private func read(_ uuid: String, of service: String) async throws(StepFailure) -> [UInt8] {
        let (connection, characteristic) = try characteristic(
            BluetoothUUID(stringLiteral: uuid), of: BluetoothUUID(stringLiteral: service))
        return try await executor.wait { connection.read(characteristic, completion: $0) }
    }

    /// Switches the LED of a cap.
    func setLight(isOn: Bool) async throws(StepFailure) {
        let (connection, light) = try characteristic(
            BluetoothUUID(stringLiteral: CapUUID.light), of: HostChannel.nordicUART.service)
        try await executor.wait { done in
            connection.write([isOn ? 1 : 0], to: light, .request) { done($0.map { _ in }) }
        }
    }

    // MARK: Motion sensors

    /// The sensor's chip; asks the board if it is not known.
    func chip(_ module: MWModule) async throws(StepFailure) -> InertialChip {
        try await fetch([module])
        return try sensors.chip(module)
    }

    /// Configures a motion sensor with the setting of its chip that is nearest to a wish.
    func set(_ chip: InertialChip, _ wish: InertialSetting) {
        let setting = chip.nearest(wish)
        if chip.module == .accelerometer {
            state.accelerometer = setting
        } else {
            state.gyroscope = setting
        }
        let running = recorders.filter { $0.module == chip.module.rawValue && !$0.isStopped }
        send(chip.configure(setting)) {
            for recorder in running { recorder.rescale(chip.countsPerUnit(range: setting.range)) }
        }
    }
}

/// The rate and range that a script wants of a motion sensor.
struct InertialWish {
    var module: MWModule
    var setting: InertialSetting

    static func list(
        _ accelerometer: Step.AccelerometerConfiguration?, _ gyroscope: Step.GyroscopeConfiguration?
    ) -> [InertialWish] {
        [accelerometer?.wish, gyroscope?.wish].compactMap(\.self)
    }
}

extension Step.AccelerometerConfiguration {
    var wish: InertialWish {
        InertialWish(
            module: .accelerometer, setting: InertialSetting(rate: rate.hertz, range: range.g))
    }
}

extension Step.GyroscopeConfiguration {
    var wish: InertialWish {
        InertialWish(
            module: .gyro,
            setting: InertialSetting(rate: rate.hertz, range: range.degreesPerSecond))
    }
}
