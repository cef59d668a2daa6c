import Bluetooth
import Conformance
import ScenarioFile

/// Compares a captured link with what the model did on it.
///
/// The result is a list of cases, one per kind of packet and operation, which the reports of the conformance suite show.
struct LinkComparison {
    let link: CapturedLink
    let played: PlayedLink
    let tolerance: ReplayTolerance
    let facts: BoardFacts
    private let file: String
    let rule: AnswerRule
    private(set) var results: [CaseResult] = []

    init(
        _ link: CapturedLink, _ played: PlayedLink, _ facts: BoardFacts, _ guess: BoardGuess,
        file: String, _ tolerance: ReplayTolerance
    ) {
        rule = AnswerRule(guess)
        self.link = link
        self.played = played
        self.facts = facts
        self.file = file
        self.tolerance = tolerance
        compareLink()
        guard played.failure == nil else { return }
        compareAttributes()
        compareOperations()
        if link.kind == .triki { compareFrames() } else { compareValues() }
    }

    // MARK: Results

    /// A difference, for the reason of a case.
    struct Difference {
        var words: String
        /// Since the beginning of the link, in nanoseconds.
        var time: Int64
        var captured: [UInt8] = []
        var played: [UInt8] = []
    }

    mutating func add(
        _ group: String, _ name: String, title: String, _ differences: [Difference], of count: Int,
        checks: [NumericCheck] = [], request: [UInt8] = [], skipping: String? = nil
    ) {
        var log: [LogLine] = []
        for difference in differences.prefix(20) {
            let seconds = Double(difference.time) / 1e9
            if !request.isEmpty {
                log.append(
                    LogLine(
                        seconds: seconds, direction: .host, characteristic: "command",
                        bytes: request, words: words(request, fromBoard: false)))
            }
            for (who, bytes) in [("captured", difference.captured), ("model", difference.played)]
            where !bytes.isEmpty {
                log.append(
                    LogLine(
                        seconds: seconds, direction: .board, characteristic: who, bytes: bytes,
                        words: words(bytes, fromBoard: true)))
            }
            log.append(LogLine(seconds: seconds, direction: .note, words: difference.words))
        }
        var reason = differences.first?.words ?? ""
        if let skipping { reason = skipping }
        if skipping == nil, differences.count > 1 {
            reason += " (and \(differences.count - 1) more)"
        }
        let failed = checks.filter { !$0.held }
        if reason.isEmpty, let check = failed.first { reason = Self.words(of: check) }
        let isPassed = differences.isEmpty && failed.isEmpty
        results.append(
            CaseResult(
                place: 0, id: "LINK-\(link.number)/\(group)/\(name)", title: title,
                source: "the capture, \(count) \(count == 1 ? "packet" : "packets")", file: file,
                line: 1, board: facts.name,
                verdict: skipping != nil ? .skipped : isPassed ? .pass : .fail, reason: reason,
                seconds: Double(link.lastTime - link.began) / 1e9, log: log,
                checks: isPassed ? [] : checks))
    }

    func words(_ packet: [UInt8], fromBoard: Bool) -> String {
        link.kind == .metaWear ? BoardWords.words(packet, fromBoard: fromBoard, of: facts) : ""
    }

    /// `packets: 132 here, 93 to 113 are expected`.
    private static func words(of check: NumericCheck) -> String {
        func text(_ value: Double) -> String {
            let text = "\((value * 1000).rounded() / 1000)"
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        let unit = check.unit.isEmpty ? "" : " \(check.unit)"
        guard let low = check.low, let high = check.high else {
            return "\(check.name): \(text(check.value))\(unit) here"
        }
        return
            "\(check.name): \(text(check.value))\(unit) here, \(text(low)) to \(text(high))\(unit) are"
            + " expected"
    }

    /// The check of a number of things, which is whole and not below zero.
    static func count(
        _ name: String, at seconds: Double, _ value: Int, captured: Int, slack: Double
    ) -> NumericCheck {
        NumericCheck(
            name: name, seconds: seconds, value: Double(value),
            low: max(0, (Double(captured) - slack).rounded(.up)),
            high: (Double(captured) + slack).rounded(.down))
    }

    // MARK: The link

    private mutating func compareLink() {
        if let failure = played.failure {
            return add(
                "LINK", "CONNECTED", title: "the model accepts the connection",
                [Difference(words: failure, time: 0)], of: 1)
        }
        var differences: [Difference] = []
        if let ended = played.ended {
            let captured = (link.ended?.time ?? .max) - link.began
            let isEarly = ended.time < captured - tolerance.delay
            if isEarly || link.isEndedByHost {
                differences.append(
                    Difference(
                        words: "the model's link ended after \(Seconds.text(ended.time)) s"
                            + " (\(ended.why)), and the captured one did not", time: ended.time))
            }
        } else if link.isEndedByBoard {
            let time = (link.ended?.time ?? link.began) - link.began
            differences.append(
                Difference(
                    words:
                        "the captured board ended the link after \(Seconds.text(time)) s, and the"
                        + " model did not", time: time))
        }
        add("LINK", "END", title: "the link lasts as long", differences, of: 1)
    }

    private mutating func compareAttributes() {
        guard !link.attributes.isEmpty else { return }
        // A host's stack may hide GAP and GATT, or ask for some services only.
        let captured = link.attributes.characteristics.map { "\($0.value)" }.sorted()
        let missing = captured.filter { !played.attributes.contains($0) }
        add(
            "GATT", "CHARACTERISTICS", title: "the model has every discovered characteristic",
            missing.map {
                Difference(words: "the model has no characteristic \($0)", time: 0)
            }, of: captured.count)
    }
}

extension CapturedLink {
    var isEndedByBoard: Bool {
        ended.map { [0x13, 0x14, 0x15].contains($0.reason) } ?? false
    }
    var isEndedByHost: Bool { ended?.reason == DisconnectReason.localHostTerminated.rawValue }
}
