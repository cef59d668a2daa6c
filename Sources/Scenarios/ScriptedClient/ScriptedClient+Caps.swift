import MetaWearTables

extension ScriptedClient {
    /// Puts the stream of a cap together; nil if the board is none.
    func receiver(_ session: HostSession, rate: Double) -> CapReceiver? {
        let board = session.board
        guard let made = samples.watchCap(board) else { return nil }
        return CapReceiver(
            acceleration: CapRecorder(
                "acceleration", unit: "g", scale: 2048, made: made.acceleration,
                truth: world.truth(of: .specificForce, on: board)),
            rotation: CapRecorder(
                "rotation", unit: "deg/s", scale: 1 / 0.070, made: made.rotation,
                truth: world.truth(of: .angularRate, on: board)),
            rate: rate)
    }

    /// Keeps what comes of one signal of a cap.
    func record(_ signal: SignalName, from receiver: CapReceiver, _ session: HostSession) {
        let recorder = signal.builtIn == .rotation ? receiver.rotation : receiver.acceleration
        recorder.tally = samples.tally(
            Series(
                board: session.boardName, signal: recorder.signal, unit: recorder.unit,
                axes: ["x", "y", "z"], source: .stream, rate: receiver.rate),
            of: self, on: session.board)
        capStreams.append((session.board, recorder))
    }

    /// How many samples of a signal came from a device, by stream.
    package func received(_ signal: String, from board: Int) -> Int {
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

    /// How many samples of a signal a device made for its streams while nobody was connected.
    package func unheard(_ signal: String, from board: Int) -> Int {
        streams.reduce(0) {
            $0
                + ($1.board == board && $1.recorder.signal == signal
                    ? $1.recorder.unheardSamples : 0)
        }
            + capStreams.reduce(0) {
                $0 + ($1.board == board && $1.recorder.signal == signal ? $1.recorder.unheard : 0)
            }
    }

    /// What came of one stream of a cap, beside the truth.
    func capSeries(of recorder: CapRecorder) -> Series? {
        recorder.tally?.result(
            made: recorder.wanted, dropped: recorder.dropped, unheard: recorder.unheard)
    }
}
