import Device
import MetaWearBoard
import Wire

/// Modules and registers of a board, and how they may be used.
final class RegisterRules: RuleFamily {
    static let absentModule = Rule(
        "MW-REG-01", .error, "a command for a module that the board does not have", "core 1.5",
        why: "the firmware ignores it and does not answer; a client that waits for the answer "
            + "waits forever",
        fix: "ask every module for its information and leave out those that answer with two bytes")
    static let unknownRegister = Rule(
        "MW-REG-02", .error, "a register that no revision of the module has", "core 1.5",
        why: "the firmware ignores it and does not answer",
        fix: "use the registers of this implementation: chips of one kind differ in them")
    static let newerRegister = Rule(
        "MW-REG-03", .error, "a register of a later revision of the module", "core 2.3",
        why: "this board's firmware does not have it yet: nothing happens",
        fix: "check the revision in the module's information before using the register")
    static let notWritable = Rule(
        "MW-REG-04", .error, "a write to a read-only register", "core 1.5",
        why: "the firmware ignores it",
        fix: "read it, with bit 7 of the register byte set")
    static let notReadable = Rule(
        "MW-REG-05", .error, "a read of a write-only register", "core 1.5",
        why: "the firmware does not answer; a client that waits for the answer waits forever",
        fix: "remember what was written, or wait for its notification")
    static let unmodelled = Rule(
        "MW-REG-06", .note, "a register that boards have and the simulator does not model",
        "registers",
        why: "nothing can be said about it here: a real board may do more",
        fix: "try this part of the client on a real board")
    static let notOneFlag = Rule(
        "MW-REG-07", .error, "more than one flag byte written to a register that notifies",
        "core 1.6",
        why: "a register that notifies takes one byte, its subscription: on another chip this "
            + "number is a different register",
        fix: "check the implementation byte of the module's information")
    static let oddFlag = Rule(
        "MW-REG-08", .warning, "a flag that is neither 0 nor 1", "core 1.6",
        why: "only 0 and 1 are documented: accepting other values as on is a choice of our "
            + "firmware",
        fix: "write 1 for on and 0 for off")
    static let nothingThere = Rule(
        "MW-REG-09", .error, "a channel, pin, strand or bank that the board does not have",
        "sensors 2.5",
        why: "the firmware ignores it and does not answer",
        fix: "count the channels and pins in the module's information")

    static let rules = [
        absentModule, unknownRegister, newerRegister, notWritable, notReadable, unmodelled,
        notOneFlag, oddFlag, nothingThere,
    ]

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        // Commands of macros and events have their own rules.
        guard case .done(let command) = event, command.source == .host
        else { return }
        guard let refusal = command.refusal(Refusal.self) else { return look(command, context) }
        let revision = command.module.flatMap { context.information($0)?.revision } ?? 0
        switch refusal {
        case .absentModule(let id):
            // Discovery asks for modules that may be absent.
            guard !(command.isRead && command.register == 0) else { return }
            context.report(
                Self.absentModule, command,
                "\(context.profile?.name ?? "the board") has no module \(Hex.text([id]))")
        case .unknownRegister(_, let register):
            context.report(Self.unknownRegister, command, "there is no \(Hex.text([register]))")
        case .newerRegister(let name, let since):
            context.report(
                Self.newerRegister, command,
                "\(name) needs revision \(since), the board has \(revision)")
        case .notWritable(let name): context.report(Self.notWritable, command, name)
        case .notReadable(let name): context.report(Self.notReadable, command, name)
        case .unmodelledModule(let id):
            context.report(Self.unmodelled, command, "module \(Hex.text([id]))")
        case .unmodelledRegister(let name, let why):
            context.report(Self.unmodelled, command, "\(name): \(why)")
        case .refused(.notOneFlag, let why): context.report(Self.notOneFlag, command, why)
        case .refused(.notThere, let why): context.report(Self.nothingThere, command, why)
        default: break
        }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        guard !command.isRead, command.payload.count == 1, let value = command.byte(0), value > 1,
            let module = command.module, let register = command.register,
            let declaration = context.declaration(module, register),
            declaration.access.contains(.notify)
        else { return }
        context.report(Self.oddFlag, command, "\(declaration.name) is given \(value)")
    }
}
