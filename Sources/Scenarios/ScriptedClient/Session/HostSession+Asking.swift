import Bluetooth
import Central
import Declaration
import MetaWearProtocol
import Peripheral
import Simulation

/// What many steps ask of a board, and how they end.
extension HostSession {
    /// How long the board is given to act on what was written.
    static let settlingTime = Nanoseconds.milliseconds(60)

    /// Lets written commands reach the board before the next step; fails if the link ends before.
    func settle(saying detail: String = "", _ done: @escaping StepDone) {
        timers.after(Self.settlingTime) { [self] in flush { done($0.map { detail }) } }
    }

    /// What a module says of itself; asks the board unless it is known.
    func module(_ id: UInt8, isAskedAgain: Bool = false, _ done: @escaping Done<[UInt8]>) {
        if !isAskedAgain, let known = modules[id] { return done(.success(known)) }
        ask(
            [id, 0x80], PacketPattern(id, 0x80),
            onSuccess(else: done) { [self] answer in
                let information = Array(answer.dropFirst(2))
                modules[id] = information
                done(.success(information))
            })
    }

    /// Asks for what a client must know of modules before it can write to them.
    func fetch(_ ids: [UInt8], _ done: @escaping Done<Void>) {
        inTurn(ids.filter { modules[$0] == nil }, else: done) { [self] id, next in
            module(id) { next($0.map { _ in }) }
        } then: {
            done(.success(()))
        }
    }

    /// Of a module that is known.
    func revision(of module: UInt8) -> UInt8 { modules[module]?.dropFirst().first ?? 0 }

    /// Waits for the id of a thing that a command creates; `[mod 02 id]` (protocol, core 1.5).
    func create(_ packet: [UInt8], _ what: String, _ done: @escaping Done<UInt8>) {
        ask(
            packet, PacketPattern(packet[0], 0x02),
            onSuccess(else: done) { answer in
                guard answer.count >= 3 else { throw StepFailure("the board returned no \(what)") }
                done(.success(answer[2]))
            })
    }

    /// `[0B 84]`: the moment of tick zero, as this client reckons it.
    func readClock(_ done: @escaping Done<Void>) {
        ask(
            [0x0B, 0x84], PacketPattern(0x0B, 0x84),
            onSuccess(else: done) { [self] answer in
                if answer.count >= 7 {
                    let tick = (0..<4).reduce(Int64(0)) { $0 | Int64(answer[2 + $1]) << (8 * $1) }
                    state.uid = answer[6] & 7
                    state.tickZero[state.uid] = timers.now - Nanoseconds(tick * 23_437_500 / 16)
                }
                done(.success(()))
            })
    }

    /// Reads a value of the device information service, as hosts do.
    func readDeviceInformation(_ uuid: BluetoothUUID, _ done: @escaping Done<Void>) {
        attempt(else: done) {
            let (connection, characteristic) = try characteristic(uuid, of: "180A")
            connection.read(
                characteristic,
                completion: onSuccess(else: done) { _ in done(.success(())) })
        }
    }

    /// The charge of the battery service, in percent.
    func readBattery(_ done: @escaping Done<UInt8>) {
        attempt(else: done) {
            let (connection, level) = try characteristic("2A19", of: "180F")
            connection.read(
                level,
                completion: onSuccess(else: done) { bytes in
                    guard let level = bytes.first else { throw StepFailure("an empty level") }
                    done(.success(level))
                })
        }
    }

    /// The LED of a cap.
    func setLight(isOn: Bool, _ done: @escaping StepDone) {
        attempt(else: done) {
            let (connection, light) = try characteristic(
                "6E400004-B5A3-F393-E0A9-E50E24DCCA9E", of: HostChannel.nordicUART.service)
            connection.write(
                [isOn ? 1 : 0], to: light, .request,
                completion: onSuccess(else: done) { done(.success("")) })
        }
    }

    // MARK: Motion sensors

    /// The sensor's chip, as the board says it; asks when it was not initialised.
    func device(_ module: UInt8, _ done: @escaping Done<InertialChip>) {
        self.module(
            module,
            onSuccess(else: done) { information in
                guard let device = InertialChip(module: module, information: information) else {
                    throw InertialChip.failure(module, information)
                }
                done(.success(device))
            })
    }

    /// Configures a motion sensor with what its chip has nearest to a wish.
    func set(_ device: InertialChip, _ wish: InertialSetting) {
        let setting = device.nearest(wish)
        if device.module == .accelerometer {
            state.accelerometer = setting
        } else {
            state.gyroscope = setting
        }
        let running = recorders.filter { $0.module == device.module.rawValue && !$0.isStopped }
        send(device.configure(setting).bytes) {
            for recorder in running { recorder.rescale(device.countsPerUnit(range: setting.range)) }
        }
    }
}

/// A motion sensor with the rate and range that a script asks of it.
struct InertialWish {
    var module: UInt8
    var setting: InertialSetting

    static func list(
        _ accelerometer: Step.AccelerometerConfiguration?, _ gyroscope: Step.GyroscopeConfiguration?
    ) -> [InertialWish] {
        [accelerometer?.wish, gyroscope?.wish].compactMap(\.self)
    }
}

extension Step.AccelerometerConfiguration {
    fileprivate var wish: InertialWish {
        InertialWish(module: 0x03, setting: InertialSetting(rate: rate.hertz, range: range.g))
    }
}

extension Step.GyroscopeConfiguration {
    fileprivate var wish: InertialWish {
        InertialWish(
            module: 0x13,
            setting: InertialSetting(rate: rate.hertz, range: range.degreesPerSecond))
    }
}
