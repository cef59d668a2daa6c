import Declaration
import Simulation
import YAML

package struct Step: LocatedSection {
    /// What the client does.
    var kind: any StepKind = Disconnect()
    package var board: Reference?
    package var mayFail = false
    package var mark = Mark.start

    package static let keys = Keys(Self(), "step") { keys in
        keys.about = "One step of a client's script."
        keys.exactlyOne(\.kind, of: cases)
        keys.reference(
            \.board, "board", to: .board, otherwise: "the board it connected to last",
            "The board that the step is for.")
        keys.optional(
            \.mayFail, "may-fail",
            "Whether the script continues if the step fails.")
    }

    /// The kinds of step, by key.
    static let kinds: [any StepKind.Type] = [
        Scan.self, Connect.self, Initialise.self, Configure.self, Stream.self, StopStream.self,
        Log.self, StopLog.self, Download.self, ClearLog.self, Read.self, Write.self, Wait.self,
        WaitFor.self, WaitUntil.self, WaitDisconnect.self, WaitRecording.self, Reconnect.self,
        Disconnect.self,
        Pair.self, LED.self, LEDOff.self, Haptic.self, IBeacon.self, Reset.self, Process.self,
        Modify.self, SetState.self, Remove.self, TearDown.self, Timer.self, StartTimer.self,
        StopTimer.self, When.self, Macro.self, RunMacro.self, EraseMacros.self, Start.self,
        Stop.self, ResetOrientation.self, WriteCalibration.self, Settings.self,
        FactoryReset.self, Recover.self, UpdateFirmware.self, Play.self,
    ]

    static let cases = Cases<any StepKind>("kind of step", kinds, as: { $0 }) { $0.read($1, $2) }

    package var words: String { kind.words }
    /// What a board must have for it; nil if it applies to every board.
    package var ability: Ability? { kind.ability }
    /// The steps that it has the board do.
    package var inner: [Step] { kind.inner }
    package var files: [RelativePath] { kind.files }
    /// Whether the client hears boards that the scenario does not name for it.
    package var hearsAll: Bool { kind.hearsAll || kind.inner.contains(where: \.hearsAll) }
    /// Whether it plays a game with a cap.
    package var isPlay: Bool { kind is Play }
    /// The boards that it is for.
    package var boards: [Reference?] {
        kind.boards + (board.map { [$0] } ?? []) + kind.inner.flatMap(\.boards)
    }
    /// The board that it connects to; nil for any other step.
    package var connection: Reference? { (kind as? Connect)?.board }

    /// Reports what this board cannot do.
    package func check(on board: DeclaredBoard, _ reader: Reader) {
        kind.check(on: board, at: mark, reader)
    }

    /// How long a step may wait.
    static let waits = Nanoseconds.milliseconds(1)...Nanoseconds.longest
}
