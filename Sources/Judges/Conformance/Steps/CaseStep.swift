import Declaration
import Simulation
import YAML

package struct CaseStep: LocatedSection {
    package static let title = "case step"
    package static let about = "One step of a case; steps are taken one after the other."
    package static let example = """
        steps:
          - write: "0B 01 01"
          - ask: {send: "0B 84", answer: "0B 84 tick:u32 uid:u8"}
          - expect: {packet: "01 01 01", within: 500 ms}
          - silence: 1 s
        """

    /// What is done.
    package var kind = Kind.wait(.seconds(1))
    package var mark = Mark.start

    package static let keys = Keys(Self()) { keys in keys.exactlyOne(\.kind) }

    package func check(_ reader: Reader, at mark: Mark) {
        switch kind {
        case .wait(let duration) where duration < .zero:
            reader.fail(
                "nobody can wait for \(duration.text)", at: mark, mend: "leave out the minus")
        case .either(let alternatives) where alternatives.isEmpty:
            reader.fail(
                "no alternative is named", at: mark,
                mend: "add what a board may do: `- {follows: one source, expect: \"0B 82 ..\"}`")
        case .check(let conditions) where conditions.isEmpty:
            reader.fail(
                "nothing is checked", at: mark, mend: "add a condition, or leave the step out")
        default: break
        }
    }

    /// What is done.
    package indirect enum Kind: OneOf {
        package static let title = "kind of step"
        case write(WriteStep)
        case ask(AskStep)
        case expect(ExpectStep)
        case stream(StreamStep)
        case silence(SilenceStep)
        case forget(ForgetStep)
        case either([Alternative])
        case check([Condition])
        case read(ReadStep)
        case subscribe(SubscribeStep)
        case unsubscribe(SubscribeStep)
        case connect(ConnectStep)
        case disconnect(EmptyStep)
        case ended(EndedStep)
        case mtu(MTUStep)
        case services(ServicesStep)
        case advertises(AdvertisesStep)
        case wait(Nanoseconds)
        case loop(LoopStep)
        case perform(String)
        case input(InputStep)
        case fault(FaultStep)
        case move(MoveStep)

        package static let cases = Cases<Kind> { cases in
            cases(Kind.write, Kind.ask, Kind.expect, Kind.stream, Kind.silence, Kind.forget)
            cases(
                "either", Kind.either,
                "What the sources do not agree on: the first alternative that the board follows is"
                    + " reported, none is a failure. All of them look at the same packets and"
                    + " advertisements, listened to one after the other.")
            cases("check", Kind.check, "Conditions on what earlier packets held.")
            cases(
                Kind.read, Kind.subscribe, Kind.unsubscribe, Kind.connect, Kind.disconnect,
                Kind.ended, Kind.mtu, Kind.services, Kind.advertises)
            cases("wait", Kind.wait, "Lets time pass.")
            cases("repeat", Kind.loop)
            cases("do", Kind.perform, "A procedure of the file, by its name.")
            cases(Kind.input, Kind.fault, Kind.move)
        }
    }
}

/// A step with nothing to say.
package struct EmptyStep: Section {
    package static let title = "end of the link"
    package static let about = "The client ends the link."
    package static let keys = Keys(Self())
}
