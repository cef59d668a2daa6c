import Central
import CommandLineProgram
import Conformance
import Declaration
import EventLoop
import LibCrypto
import LiveRun
import Qualification
import ScenarioFile
import ScenarioRun

/// The parsed options of `boardsim qualify`.
struct QualifySettings {
    let isJSON: Bool
    /// Every file that is written.
    let claims = OutputClaims("qualify")
    private let read: OptionReader
    private let address: TargetAddress
    private let product: BoardModel
    private let speed: Double
    /// Names of experiments; empty for all.
    private let chosen: [String]
    private let agreed: Set<Loss>
    private let isInteractive: Bool
    private let transcript: OutputFile?
    private let pcapng: OutputFile?

    init(_ arguments: Arguments) throws(RunError) {
        read = OptionReader(arguments, of: "qualify")
        do throws(TargetAddressError) {
            address = try TargetAddress(arguments.value("target") ?? "model")
        } catch {
            throw read.wrong("--target: \(error)")
        }
        speed =
            try read.pace(or: "write the --speed of the board's own `boardsim run`, 0.001 to 1000")
            ?? 1
        let name = arguments.value("model") ?? BoardModel.metaMotionS.rawValue
        guard let product = BoardModel(rawValue: name) else {
            throw read.wrong("--model is `\(name)`; \(BoardModel.fix(name))")
        }
        guard product != .triki else {
            throw read.wrong("--model is `Triki`, which is no MetaWear board; name one")
        }
        self.product = product
        isInteractive = arguments.has("interactive")
        let own = address == .model ? ["speed", "interactive"] : ["model"]
        for option in own where arguments.has(option) {
            throw read.wrong(
                "--\(option) only applies to "
                    + (address == .model ? "an external board" : "the model"))
        }
        chosen = arguments.values("only")
        let names = Experiment.all.map(\.name)
        for name in chosen where !names.contains(name) {
            throw read.wrong(
                "--only is `\(name)`; " + Suggestion.fix(name, known: names, what: "experiments"))
        }
        agreed = Set(arguments.values("yes").compactMap(Loss.init(rawValue:)))
        isJSON = arguments.value("format") == "json"
        transcript = arguments.value("transcript").map { OutputFile($0, option: "--transcript") }
        pcapng = arguments.value("pcapng").map { OutputFile($0, option: "--pcapng") }
        if let transcript { try claims.claim(transcript.path, by: "--transcript") }
        if let pcapng { try claims.claim(pcapng.path, by: "--pcapng") }
        if isInteractive, !PersonWorld.hasTerminal {
            throw RunError(
                .environment, of: read.command,
                "--interactive needs a terminal as standard input; run it in one, or omit the option"
            )
        }
    }

    /// All experiments, a line each.
    static var list: String {
        Experiment.all.map { experiment in
            let losses = experiment.loses.map(\.words).joined(separator: ", ")
            return "\(experiment.name)  \(experiment.about), \(experiment.seconds) s"
                + (losses.isEmpty ? "" : "; \(losses)") + "\n"
        }.joined()
    }

    /// The board, identified, and the files: what cannot be written must not surface after a quarter of an hour.
    func open(_ console: Console) throws(RunError) -> (qualification: Qualification, isModel: Bool)
    {
        do throws(RunError) {
            try transcript?.open(console)
            try pcapng?.open(console)
            return try openBoard(console)
        } catch {
            transcript?.discard()
            pcapng?.discard()
            throw error
        }
    }

    private func openBoard(
        _ console: Console
    ) throws(RunError) -> (qualification: Qualification, isModel: Bool) {
        do {
            guard address != .model else {
                let shelf = shelf(product, console)
                // Nobody owns what is on a board of the model.
                return (
                    try Qualification(
                        shelf.board(shelf.boards[0]), consent: Set(Loss.allCases), chosen: chosen),
                    true
                )
            }
            let loop = try EventLoop.make(for: read.command)
            guard let access = try address.open(speed: speed, on: loop) else {
                throw AccessError.unable("\(read.command): no board")
            }
            let person = PersonWorld.hasTerminal ? PersonWorld(access, console) : nil
            let consent = consent(of: person, console)
            return (
                try Qualification(
                    CaseContext(access: access, world: nil), consent: consent, chosen: chosen,
                    person: isInteractive ? person.map { person in { person.decides($0) } } : nil),
                false
            )
        } catch AccessError.timedOut(let what) {
            throw RunError(
                .environment, of: read.command,
                "timed out waiting for \(what); is the board on, in range, awake (press its button), and not"
                    + " connected to another host?")
        } catch let error as RunError {
            throw error
        } catch {
            throw RunError(.environment, of: read.command, "\(error)")
        }
    }

    /// What the owner agrees to lose: asked on a terminal, once for each loss.
    private func consent(of person: PersonWorld?, _ console: Console) -> Set<Loss> {
        let wanted = Set(
            Experiment.all.filter { chosen.isEmpty || chosen.contains($0.name) }.flatMap(\.loses))
        var consent = agreed
        guard let person else { return consent }
        for loss in wanted.subtracting(agreed).sorted() {
            console.complain("\n" + loss.about)
            if person.decides("do you agree") == true { consent.insert(loss) }
        }
        return consent
    }

    private func shelf(_ product: BoardModel, _ console: Console) -> ModelTarget {
        var options = RunOptions()
        options.readFile = console.contents
        options.cryptography = OpenSSL()
        return ModelTarget([product], options: options)
    }

    /// What the model of the same product says to the same experiments; nil if there is none.
    func model(of other: Qualification, _ console: Console) -> QualificationReport? {
        guard let product = BoardModel(rawValue: other.facts.model) else { return nil }
        let shelf = shelf(product, console)
        guard let seat = try? shelf.board(shelf.boards[0]),
            let own = try? Qualification(seat, consent: other.consent, chosen: chosen)
        else { return nil }
        while own.step() {}
        return own.report(tool: Program.version)
    }

    /// Writes the files that were asked for.
    func save(_ qualification: Qualification) throws(RunError) {
        if let transcript {
            let text = qualification.transcript.text(of: qualification.facts) { packet, fromBoard in
                BoardWords.words(packet, fromBoard: fromBoard, of: qualification.facts)
            }
            transcript.write(text.utf8)
            try transcript.close("the transcript")
        }
        guard let pcapng else { return }
        guard let bytes = qualification.capture(by: "boardsim \(Program.version)") else {
            return pcapng.discard()
        }
        pcapng.write(bytes)
        try pcapng.close("the capture")
    }
}
