import ScenarioFile
import Wire

/// Drafts of conformance cases: each question of the host with the answer of the captured board, as far as it does not
/// depend on the world.
package struct CasesDraft {
    package let yaml: String
    package let count: Int
    /// No mark of the protocol: the person who keeps a case names its source.
    private static let mark = "draft"

    /// Cases for the captured model.
    ///
    /// - Parameter capture: the name of the capture, which becomes the source.
    package init(_ replay: CaptureReplay, capture: String) {
        var asks: [[UInt8]: (question: [UInt8], answers: [[UInt8]])] = [:]
        var order: [[UInt8]] = []
        for link in replay.links where link.kind == .metaWear {
            for (question, answer) in Self.dialogue(link) {
                if asks[question] == nil { order.append(question) }
                var ask = asks[question] ?? (question, [])
                if !ask.answers.contains(answer) { ask.answers.append(answer) }
                asks[question] = ask
            }
        }
        var lines = [
            "# Drafted by `boardsim replay` from a capture: read each case before you keep it.",
            "version: 1",
            "about: \(BoardDraft.quoted("What a captured board answered, from " + capture + "."))",
            "cases:",
        ]
        let source = BoardDraft.quoted("capture \(capture), \(replay.hash) (\(Self.mark))")
        let rule = AnswerRule(replay.guess)
        var number = 0
        for question in order {
            // What the board answered in more than one way is state and not behaviour.
            guard let ask = asks[question], ask.answers.count == 1 else { continue }
            number += 1
            let id = number < 10 ? "0\(number)" : "\(number)"
            lines += [
                "  - id: MW/CAP/DRAFT/BV-\(id)-C",
                "    title: \(BoardDraft.quoted("The board answers " + Hex.text(question)))",
                "    source: \(source)",
                "    needs: {models: [\(replay.guess.model.rawValue)]}",
                "    steps:",
                "      - ask: {send: \"\(Self.text(question))\", answer: \"\(Self.pattern(ask.answers[0], rule))\"}",
                "",
            ]
        }
        if lines.last == "" { lines.removeLast() }
        count = number
        yaml = lines.joined(separator: "\n") + "\n"
    }

    /// Every read of a register with the first answer after it.
    private static func dialogue(_ link: CapturedLink) -> [(question: [UInt8], answer: [UInt8])] {
        var result: [(question: [UInt8], answer: [UInt8])] = []
        var open: [[UInt8]] = []
        for item in link.events {
            switch item.event {
            case .write(KnownCharacteristic.command, let bytes, _)
            where bytes.count >= 2 && bytes[1] & 0x80 != 0:
                open.append(bytes)
            case .value(KnownCharacteristic.notification, let bytes) where bytes.count >= 2:
                guard let index = open.firstIndex(where: { $0.prefix(2) == bytes.prefix(2) }) else {
                    continue
                }
                result.append((open.remove(at: index), bytes))
            default: break
            }
        }
        return result
    }

    private static func text(_ bytes: [UInt8]) -> String { Hex.text(bytes).uppercased() }

    /// `..` stands for the rest, which depends on the world.
    private static func pattern(_ answer: [UInt8], _ rule: AnswerRule) -> String {
        let fixed = min(rule.fixedBytes(of: answer) ?? answer.count, answer.count)
        return text(Array(answer.prefix(fixed))) + (fixed < answer.count ? " .." : "")
    }
}
