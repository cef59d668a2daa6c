import Declaration
import Simulation
import YAML

package struct CaseStep: LocatedSection {
    package static let example = """
        steps:
          - write: "0B 01 01"
          - ask: {send: "0B 84", answer: "0B 84 tick:u32 uid:u8"}
          - expect: {packet: "01 01 01", within: 500 ms}
          - silence: 1 s
        """

    package var kind = Kind.wait(.seconds(1))
    package var mark = Mark.start

    package static let keys = Keys(Self(), "case step") { keys in
        keys.about = "One step of a case; steps run one after the other."
        keys.exactlyOne(\.kind)
    }

    package func check(_ reader: Reader, at mark: Mark) {
        switch kind {
        case .wait(let duration) where duration < .zero:
            reader.fail(
                "duration must not be negative: \(duration.text)", at: mark, fix: "remove the sign"
            )
        case .either(let alternatives) where alternatives.isEmpty:
            reader.fail(
                "there are no alternatives", at: mark,
                fix: "add what a board may do: `- {follows: one source, expect: \"0B 82 ..\"}`")
        case .check(let conditions) where conditions.isEmpty:
            reader.fail(
                "there are no conditions", at: mark, fix: "add a condition, or remove the step")
        default: break
        }
    }

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
        case `repeat`(LoopStep)
        case perform(String)
        case input(InputStep)
        case fault(FaultStep)
        case move(MoveStep)

        package static let cases = Cases<Kind> { cases in
            cases(Kind.write, Kind.ask, Kind.expect, Kind.stream, Kind.silence, Kind.forget)
            cases(
                "either", Kind.either,
                "Where sources disagree: the first alternative that the board follows is"
                    + " reported; if there is none, the case fails. All alternatives see the same packets and"
                    + " advertisements, one after the other.")
            cases("check", Kind.check, "Conditions on fields of earlier packets.")
            cases(
                Kind.read, Kind.subscribe, Kind.unsubscribe, Kind.connect, Kind.disconnect,
                Kind.ended, Kind.mtu, Kind.services, Kind.advertises)
            cases("wait", Kind.wait, "Waits.")
            cases(Kind.repeat)
            cases("do", Kind.perform, "A procedure of the file, by its name.")
            cases(Kind.input, Kind.fault, Kind.move)
        }
    }
}

/// A step without keys.
package struct EmptyStep: Section {
    package static let keys = Keys(Self(), "end of the link", about: "The client closes the link.")
}
