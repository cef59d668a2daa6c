import Bluetooth
import Central
import Declaration
import Device
import MetaWearTables
import Motion
import Peripheral
import Simulation
import TrikiCap

extension ScriptedClient {
    func isCap(_ board: Int) -> Bool { run.document.boards[board].model == .triki }

    /// What a cap's host does otherwise than a MetaWear's; false if it is the same.
    func performOnCap(
        _ step: Step.Kind, _ session: HostSession, _ board: Int, _ done: @escaping Done<String>
    ) -> Bool {
        switch step {
        case .initialise:
            readDeviceInformation(session, "2A26") { [self] result in
                guard case .success = result else { return done(result.map { "" }) }
                readBattery(session) { done($0.map { "battery \($0) %" }) }
            }
        case .read(let read): readBattery(session, board, read, done)
        case .stream(let stream): streamCap(session, board, stream, done)
        case .stopStream: stopCap(session, done)
        case .led: setLight(session, isOn: true, done)
        case .ledOff: setLight(session, isOn: false, done)
        default: return false
        }
        return true
    }

    private func readBattery(_ session: HostSession, _ done: @escaping Done<UInt8>) {
        do throws(CentralError) {
            guard let connection = session.connection else {
                return done(.failure(StepFailure("the link ended")))
            }
            let level = try connection.characteristic("2A19", of: "180F")
            connection.read(level) { result in
                done(
                    result.mapError { StepFailure("\($0)") }.flatMap { bytes in
                        bytes.first.map { .success($0) } ?? .failure(StepFailure("an empty level"))
                    })
            }
        } catch {
            done(.failure(StepFailure("\(error)")))
        }
    }

    /// The only value that a cap has is its charge.
    private func readBattery(
        _ session: HostSession, _ board: Int, _ step: Step.Read, _ done: @escaping Done<String>
    ) {
        var last = ""
        inTurn(Array(0..<step.times)) { [self] n, next in
            timers.after(n == 0 ? .zero : step.every) { [self] in
                readBattery(session) { [self] result in
                    if case .success(let level) = result {
                        remember(
                            ReadRecord(
                                board: board, target: step.target, time: timers.now,
                                value: Double(level), packet: [level]))
                        last = "\(level) %"
                    }
                    next(result.map { _ in })
                }
            }
        } then: { result in
            done(result.map { last })
        }
    }

    private func setLight(
        _ session: HostSession, isOn: Bool, _ done: @escaping Done<String>
    ) {
        do throws(CentralError) {
            guard let connection = session.connection else {
                return done(.failure(StepFailure("the link ended")))
            }
            let light = try connection.characteristic(
                "6E400004-B5A3-F393-E0A9-E50E24DCCA9E", of: HostChannel.nordicUART.service)
            connection.write([isOn ? 1 : 0], to: light, .request) { result in
                done(result.map { _ in "" }.mapError { StepFailure("\($0)") })
            }
        } catch {
            done(.failure(StepFailure("\(error)")))
        }
    }

    /// What the vendor's app does: one START; both sensors come in every frame.
    func streamCap(
        _ session: HostSession, _ board: Int, _ step: Step.Stream, _ done: @escaping Done<String>
    ) {
        guard let cap = run.boards[board] as? TrikiCap else {
            return done(.failure(StepFailure("\(session.boardName) is no cap")))
        }
        let asked = step.rate?.hertz ?? 104
        // The field holds whole hertz, the sensor has halves too.
        let rate = asked == 12 ? 12.5 : asked
        // An equal START would change nothing in a stream that runs.
        if session.receiver?.isOn == true { session.send([0x20, 0, 0, 0, 0, 0, 0]) }
        session.receiver?.close()
        let receiver = CapReceiver(
            acceleration: CapRecorder(
                "acceleration", scale: 2048, made: run.watchSamples(board, of: cap.acceleration),
                truth: Truth(.specificForce, run.sensorBody(board), run.environments[board])),
            rotation: CapRecorder(
                "rotation", scale: 1 / 0.070, made: run.watchSamples(board, of: cap.rotation),
                truth: Truth(.angularRate, run.sensorBody(board), run.environments[board])),
            rate: rate)
        session.receiver = receiver
        for signal in step.signals {
            let recorder = signal.builtIn == .rotation ? receiver.rotation : receiver.acceleration
            recorder.tally = tally(
                Series(
                    board: session.boardName, signal: recorder.signal,
                    unit: signal.builtIn == .rotation ? "deg/s" : "g", axes: ["x", "y", "z"],
                    source: .stream, rate: rate), on: board)
            capStreams.append((board, recorder))
        }
        let hertz = UInt16(asked)
        session.send([
            0x20, 0x10, 0x00, 0xD0, 0x07, UInt8(truncatingIfNeeded: hertz), UInt8(hertz >> 8), 0x03,
        ]) { receiver.begin() }
        guard let duration = step.duration else { return done(.success("")) }
        let finish = first(done)
        let ending = session.whenEnded {
            finish(.failure(StepFailure("the link ended while streaming")))
        }
        timers.after(duration) { [self] in
            guard session.isConnected else { return }
            session.forgetEnding(ending)
            stopCap(session, finish)
        }
    }

    func stopCap(_ session: HostSession, _ done: @escaping Done<String>) {
        guard let receiver = session.receiver else { return done(.success("0 samples")) }
        session.send([0x20, 0, 0, 0, 0, 0, 0]) { receiver.end() }
        session.flush { [self] result in
            // What is on its way still arrives.
            timers.after(.milliseconds(300)) {
                receiver.close()
                done(result.map { "\(receiver.acceleration.received) frames" })
            }
        }
    }

    /// How many samples of a signal came from a device, by stream.
    func received(_ signal: String, from board: Int) -> Int {
        streams.reduce(0) {
            $0
                + ($1.board == board && $1.recorder.signal == signal
                    ? $1.recorder.tally.received : 0)
        }
            + capStreams.reduce(0) {
                $0
                    + ($1.board == board && $1.recorder.signal == signal
                        ? $1.recorder.received : 0)
            }
    }

    /// What came of one stream of a cap, beside the truth.
    func capSeries(of recorder: CapRecorder) -> Series? {
        recorder.tally?.result(made: recorder.wanted, dropped: recorder.dropped)
    }
}
