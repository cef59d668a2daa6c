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
    func settle(saying detail: String = "", _ done: @escaping StepDone) {
        timers.after(Self.settlingTime) { [self] in flush { done($0.map { detail }) } }
    }

    /// Asks what a module says of itself.
    func discover(_ module: MWModule, _ done: @escaping Done<Void>) {
        ask(
            MWModuleInfo.read(module),
            onSuccess(else: done) { [self] answer in
                modules.take(answer)
                done(.success(()))
            })
    }

    /// Discovers those of these modules that are not known yet.
    func fetch(_ needed: [MWModule], _ done: @escaping Done<Void>) {
        inTurn(needed.filter { modules[$0] == nil }, else: done) { [self] module, next in
            if modules[module] == nil { discover(module, next) } else { next(.success(())) }
        } then: {
            done(.success(()))
        }
    }

    /// Sends a command that creates something, and waits for its id.
    func create(_ packet: Packet, _ what: String, _ done: @escaping Done<UInt8>) {
        ask(
            packet,
            onSuccess(else: done) { answer in
                guard let id = try? CreatedID.read(answer) else {
                    throw StepFailure("the board returned no \(what)")
                }
                done(.success(id))
            })
    }

    /// Reads the log's clock, and computes when its tick zero was.
    func readClock(_ done: @escaping Done<Void>) {
        ask(
            LogCommand.readTime,
            onSuccess(else: done) { [self] answer in
                if let clock = try? LogTimeReading(answer: answer), let uid = clock.resetUID {
                    state.uid = uid
                    state.tickZero[uid] =
                        timers.now - Nanoseconds(Int64(clock.tick) * 23_437_500 / 16)
                }
                done(.success(()))
            })
    }

    /// Reads a value of the device information service, as hosts do.
    func readDeviceInformation(_ uuid: String, _ done: @escaping Done<Void>) {
        attempt(else: done) {
            let (connection, characteristic) = try characteristic(
                BluetoothUUID(stringLiteral: uuid),
                of: BluetoothUUID(stringLiteral: BoardUUID.deviceInformation))
            connection.read(
                characteristic,
                completion: onSuccess(else: done) { _ in done(.success(())) })
        }
    }

    /// Reads the charge from the battery service, in percent.
    func readBattery(_ done: @escaping Done<UInt8>) {
        attempt(else: done) {
            let (connection, level) = try characteristic(
                BluetoothUUID(stringLiteral: BoardUUID.batteryLevel),
                of: BluetoothUUID(stringLiteral: BoardUUID.batteryService))
            connection.read(
                level,
                completion: onSuccess(else: done) { bytes in
                    guard let level = bytes.first else { throw StepFailure("an empty level") }
                    done(.success(level))
                })
        }
    }

    /// Switches the LED of a cap.
    func setLight(isOn: Bool, _ done: @escaping StepDone) {
        attempt(else: done) {
            let (connection, light) = try characteristic(
                BluetoothUUID(stringLiteral: CapUUID.light), of: HostChannel.nordicUART.service)
            connection.write(
                [isOn ? 1 : 0], to: light, .request,
                completion: onSuccess(else: done) { done(.success("")) })
        }
    }

    // MARK: Motion sensors

    /// The sensor's chip; asks the board if it is not known.
    func chip(_ module: MWModule, _ done: @escaping Done<InertialChip>) {
        fetch(
            [module], onSuccess(else: done) { [self] in done(.success(try sensors.chip(module))) })
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
