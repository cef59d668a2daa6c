import Bluetooth
import Central
import Declaration
import Peripheral
import Simulation
import Wire

extension ScriptedClient {
    func read(
        _ session: HostSession, _ board: Int, _ step: Step.Read, _ done: @escaping Done<String>
    ) {
        fetch(session, session.modules(for: .read(step))) { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            do throws(StepFailure) {
                let request = try session.request(step.target)
                guard !step.isSilent else { return performCommands(.read(step), session, done) }
                ask(session, board, step, request, done)
            } catch {
                done(.failure(error))
            }
        }
    }

    private func ask(
        _ session: HostSession, _ board: Int, _ step: Step.Read, _ request: [UInt8],
        _ done: @escaping Done<String>
    ) {
        let answer = step.target.answer(to: request)
        var last = ""
        inTurn(Array(0..<step.times)) { [self] n, next in
            let ask = { [self] in
                session.ask(request, answer, within: step.within) { [self] result in
                    if case .success(let packet) = result {
                        if case .calibrationData = step.target {
                            session.state.made.calibration[request[1] & 0x3F] =
                                Array(packet.dropFirst(2))
                        }
                        let value = step.target.value(in: packet, session.stateField(step.target))
                        remember(
                            ReadRecord(
                                board: board, target: step.target, time: timers.now, value: value,
                                packet: packet))
                        let words = step.target.words(value).map { $0 + ", " } ?? ""
                        last = words + Hex.text(packet)
                    }
                    next(result.map { _ in })
                }
            }
            if n == 0 { ask() } else { timers.after(step.every, ask) }
        } then: { result in
            done(result.map { last })
        }
    }

    func write(_ session: HostSession, _ step: Step.Write, _ done: @escaping Done<String>) {
        if session.recording != nil { return performCommands(.write(step), session, done) }
        guard let connection = session.connection else {
            return done(.failure(StepFailure("the link ended")))
        }
        do throws(CentralError) {
            let characteristic = try connection.characteristic(
                step.characteristic ?? session.channel.command)
            connection.write(
                step.bytes.bytes, to: characteristic, step.withResponse ? .request : .command
            ) { [self] result in
                switch result {
                case .success: settle(session, done)
                case .failure(let error): done(.failure(StepFailure("\(error)")))
                }
            }
        } catch {
            done(.failure(StepFailure("\(error)")))
        }
    }

    func waitFor(_ session: HostSession, _ step: Step.WaitFor, _ done: @escaping Done<String>) {
        session.expect(
            PacketPattern(step.bytes.bytes, isExact: !step.bytes.isOpen), within: step.within
        ) { done($0.map { Hex.text($0) }) }
    }
}
