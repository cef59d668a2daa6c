import CapProtocol
import Declaration
import MetaWearTables
import Simulation
import YAML

extension Step {
    package struct Stream: CapStep {
        package var signals: [SignalName] = []
        package var rate: Quantity<Frequency>?
        package var duration: Nanoseconds?

        package static let keys = Keys(Self(), "stream") { keys in
            keys.about =
                "Subscribes to signals and starts their sensors; with `for`, stops them"
                + " afterwards. An earlier stream from the same sensors ends, packed or not."
            keys.list(\.signals, "signals", count: 1...28, principal: true, "The signals.")
            keys.optional(
                \.rate, "rate", in: .hertz(12)...(.hertz(416)), otherwise: "104 Hz",
                "For a Triki cap: 12 (the sensor's 12.5), 26, 52, 104, 208 or 416 Hz. For other"
                    + " boards, use `configure`.")
            keys.optional(
                \.duration, "for", in: Step.waits, otherwise: "until `stop-stream`",
                "How long; the script waits until then.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for signal in signals
            where signal.builtIn?.row.isRead == true || signal.builtIn == .disconnect {
                reader.fail(
                    "`\(signal.text)` cannot be streamed", at: signal.mark,
                    fix: signal.builtIn == .disconnect
                        ? "use it with `when`" : "use `read`, or a timer whose event reads it")
            }
        }

        var words: String {
            "stream " + signals.map(\.text).joined(separator: ", ")
                + (duration.map { " for \($0.text)" } ?? "")
        }
        var ability: Ability? { nil }
        var neededSignals: [SignalName] { signals }
        var isRecordable: Bool { true }

        /// Of START.
        private static let capRates: [Double] = [12, 26, 52, 104, 208, 416]

        func check(on board: DeclaredBoard, at mark: Mark, _ reader: Reader) {
            guard board.isCap else {
                if rate != nil {
                    reader.fail(
                        "`rate` can only be used with a Triki cap", at: mark,
                        fix: "add a `configure` step before this one")
                }
                return
            }
            for signal in signals
            where signal.builtIn != .acceleration && signal.builtIn != .rotation {
                reader.fail(
                    "a \(board.model) does not stream `\(signal.text)`", at: mark,
                    fix: "stream acceleration, rotation or both")
            }
            if let rate, !Self.capRates.contains(rate.hertz) {
                reader.fail(
                    "\(rate.text) is not a valid rate for a cap", at: mark,
                    fix: "choose 12, 26, 52, 104, 208 or 416 Hz")
            }
            if let layout = board.otherLayout {
                reader.fail(
                    "a scripted client cannot read frames with the layout `\(layout)`", at: mark,
                    fix: "use `write` and `wait-for`, or the layout `14-byte`")
            }
        }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await session.fetch(signals.flatMap { session.modules(for: $0) })
            session.endOtherForms(of: signals)
            for name in signals {
                let signal = try session.signal(name)
                if name.builtIn?.inertialModule != nil {
                    let chip = try session.sensors.chip(
                        signal.units == [.gyroscope] ? .gyro : .accelerometer)
                    client.begin(signal, session, on: chip)
                } else {
                    try client.begin(signal, session)
                }
            }
            guard let duration else { return "" }
            try await session.stay(for: duration, else: Self.linkEnded)
            return try await StopStream(signals: signals).perform(client, session)
        }

        private static let linkEnded = "the link ended while streaming"

        /// The vendor's app does it with one START; both sensors come in every frame.
        func onCap(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            let asked = rate?.hertz ?? 104
            // The field holds whole hertz, the sensor has halves too.
            let receiver = client.receiver(session, rate: asked == 12 ? 12.5 : asked)
            guard let receiver else { throw StepFailure("\(session.boardName) is not a cap") }
            // An equal START would change nothing in a stream that runs.
            if session.receiver?.isOn == true { session.send(toCap: CapCommand.stop) }
            session.receiver?.close()
            session.receiver = receiver
            for signal in signals { client.record(signal, from: receiver, session) }
            session.send(toCap: CapCommand.start(hertz: UInt16(asked))) { receiver.begin() }
            guard let duration else { return "" }
            try await session.stay(for: duration, else: Self.linkEnded)
            return try await StopStream().onCap(client, session)
        }
    }
}
