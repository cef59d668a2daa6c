import Bluetooth
import Central
import Declaration
import Peripheral
import Simulation

extension ScriptedClient {
    func scan(_ step: Step.Scan, _ done: @escaping Done<String>) {
        var heard = 0
        central.scan { [self] report in
            heard += 1
            for hear in onAdvertisement { hear(report) }
        }
        timers.after(step.duration) { [self] in
            central.stopScan()
            done(.success("\(heard) advertisements"))
        }
    }

    func connect(_ step: Step.Connect, _ done: @escaping Done<String>) {
        let board = run.document.board(step.board)
        current = board
        let session = session(for: board)
        let parameters = ConnectionParameters(
            interval: step.interval, latency: UInt16(clamping: step.latency),
            supervisionTimeout: step.timeout)
        session.protect = step.pair.map { pair in
            { [unowned self, unowned session] in protect(session, board, pair, $0) }
        }
        session.connect(parameters, mtu: step.mtu, timeout: step.within) { [self] result in
            if case .success = result { links.append((board, timers.now, true, true)) }
            done(result.map { "" })
        }
    }

    /// Device information one value after the other, one module after the other, the log's clock:
    /// the order of the C++ SDK (protocol, clients).
    func initialise(
        _ session: HostSession, _ limit: Nanoseconds, _ done: @escaping Done<String>
    ) {
        var isOver = false
        let timer = timers.after(limit) {
            isOver = true
            done(.failure(StepFailure("not initialised within \(limit.text)")))
        }
        let finish: Done<String> = { [self] result in
            guard !isOver else { return }
            isOver = true
            timers.cancel(timer)
            done(result)
        }
        // What is on its way when the time is over must not go on to the next question.
        let unlessOver: (@escaping Done<Void>) -> Done<Void> = { next in
            { result in if !isOver { next(result) } }
        }
        session.deviceInformation = []
        let askModules: Done<Void> = { [self] result in
            guard case .success = result else { return finish(result.map { "" }) }
            inTurn(Self.discovery) { id, next in
                self.module(session, id, isAskedAgain: true) { unlessOver(next)($0.map { _ in }) }
            } then: { [self] result in
                guard case .success = result else { return finish(result.map { "" }) }
                readClock(session) { result in
                    let present = session.modules.values.filter { !$0.isEmpty }.count
                    finish(result.map { "\(present) modules" })
                }
            }
        }
        inTurn(["2A26", "2A24", "2A27", "2A29", "2A25"]) { [self] uuid, next in
            readDeviceInformation(session, uuid, unlessOver(next))
        } then: {
            askModules($0)
        }
    }

    /// What a module says of itself; asks the board unless it is known.
    func module(
        _ session: HostSession, _ id: UInt8, isAskedAgain: Bool = false,
        _ done: @escaping Done<[UInt8]>
    ) {
        if !isAskedAgain, let known = session.modules[id] { return done(.success(known)) }
        session.ask([id, 0x80], PacketPattern(id, 0x80)) { result in
            let information = result.map { Array($0.dropFirst(2)) }
            if case .success(let bytes) = information { session.modules[id] = bytes }
            done(information)
        }
    }

    /// The modules that the SDKs ask for, in their order (protocol, core 2.2).
    private static let discovery: [UInt8] = [
        0x01, 0x02, 0x03, 0x04, 0x05, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0F, 0x11, 0x12,
        0x13, 0x14, 0x15, 0x16, 0x19, 0xFE,
    ]

    func readDeviceInformation(
        _ session: HostSession, _ uuid: String, _ next: @escaping Done<Void>
    ) {
        do throws(CentralError) {
            guard let connection = session.connection, let id = BluetoothUUID(uuid) else {
                return next(.failure(StepFailure("the link ended")))
            }
            let characteristic = try connection.characteristic(id, of: "180A")
            connection.read(characteristic) { result in
                if case .success(let bytes) = result {
                    session.deviceInformation.append((uuid, String(decoding: bytes, as: UTF8.self)))
                }
                next(result.map { _ in }.mapError { StepFailure("\($0)") })
            }
        } catch {
            next(.failure(StepFailure("\(error)")))
        }
    }

    /// `[0B 84]`: the moment of tick zero, as this client reckons it.
    func readClock(_ session: HostSession, _ done: @escaping Done<Void>) {
        session.ask([0x0B, 0x84], PacketPattern(0x0B, 0x84)) { [self] result in
            if case .success(let answer) = result, answer.count >= 7 {
                let tick = (0..<4).reduce(Int64(0)) { $0 | Int64(answer[2 + $1]) << (8 * $1) }
                session.state.uid = answer[6] & 7
                session.state.tickZero[session.state.uid] =
                    timers.now - Nanoseconds(tick * 23_437_500 / 16)
            }
            done(result.map { _ in })
        }
    }

    func reconnect(
        _ session: HostSession, _ limit: Nanoseconds, _ done: @escaping Done<String>
    ) {
        guard !session.isConnected else { return done(.success("was connected")) }
        let board = session.board
        session.reconnect(timeout: limit) { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            links.append((board, timers.now, true, true))
            readDeviceInformation(session, "2A26") { [self] result in
                guard case .success = result, !isCap(board) else {
                    return done(result.map { "" })
                }
                readClock(session) { done($0.map { "" }) }
            }
        }
    }

    func waitDisconnect(
        _ session: HostSession, _ limit: Nanoseconds, _ done: @escaping Done<String>
    ) {
        guard session.isConnected else { return done(.success("")) }
        let finish = first(done)
        let ending = session.whenEnded { finish(.success("")) }
        timers.after(limit) {
            session.forgetEnding(ending)
            finish(.failure(StepFailure("still connected after \(limit.text)")))
        }
    }

    func disconnect(
        _ session: HostSession, _ step: Step.Disconnect, _ done: @escaping Done<String>
    ) {
        guard !step.isSilent else {
            session.connection?.vanish()
            return done(.success(""))
        }
        // The longest supervision timeout is 32 s.
        waitDisconnect(session, .seconds(40), done)
        session.connection?.disconnect()
    }
}
