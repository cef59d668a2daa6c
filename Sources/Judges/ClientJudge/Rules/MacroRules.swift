import Device
import MetaWearBoard
import MetaWearTables
import Peripheral
import Wire

/// Recording and running macros.
final class MacroRules: RuleFamily {
    static let withoutResponse = Rule(
        "MW-MACRO-01", .warning, "a command of the macro module written without response",
        "core 1.5, 7",
        why: "writing flash takes time: hosts write module 0F with response, so that no packet is "
            + "lost on a busy link",
        fix: "write every packet of module 0F with response")
    static let commandInside = Rule(
        "MW-MACRO-02", .warning, "another command while a macro is recorded", "core 7",
        why: "it is executed at once and not recorded; hosts send only macro packets meanwhile",
        fix: "record it with 0F 03, or send it before 0F 02")
    static let noRecording = Rule(
        "MW-MACRO-03", .error, "a macro command without a begin", "core 7",
        why: "the firmware ignores it: nothing is recorded",
        fix: "begin with 0F 02 and wait for the id; if none arrives, all macros are in use")
    static let begunTwice = Rule(
        "MW-MACRO-04", .error, "a macro is begun while another is being recorded", "core 7",
        why: "the first is dropped",
        fix: "end it with 0F 04 first")
    static let neverEnded = Rule(
        "MW-MACRO-05", .error, "a macro is begun and never ended", "core 7",
        why: "only 0F 04 writes it to flash: it is lost at the next reset or begin",
        fix: "write 0F 04 after the last command")
    static let badCommand = Rule(
        "MW-MACRO-06", .error, "a recorded command of an impossible length", "core 7",
        why: "a command has 2 to 20 bytes, including those of a preceding partial packet: the "
            + "firmware drops it, and the macro runs without it",
        fix: "put the first two bytes in 0F 09 and the rest in 0F 03, 18 bytes at most")
    static let memoryFull = Rule(
        "MW-MACRO-07", .error, "more commands than the macro flash holds", "core 7",
        why: "the excess is not recorded; erased macros use space until the link is closed",
        fix: "erase (0F 08), disconnect, and record shorter macros")
    static let ignored = Rule(
        "MW-MACRO-08", .error, "a macro's command does nothing", "core 7",
        why: "the board executes it as if the host had written it, and the firmware ignores it",
        fix: "try the command on its own; ids inside must be those of an empty board")

    static let ignoredAtTimes = Rule(
        "MW-MACRO-09", .warning, "a macro's command sometimes does nothing", "core 7",
        why: "the state of the board forbids it when the macro runs",
        fix: "let the macro restore the state first: stop and clear the LED, remove what was made")

    static let cut = Rule(
        "MW-MACRO-10", .error, "a recorded command is cut", "core 7",
        why: "a packet of 0F 03 holds 18 bytes of a command, and a longer one needs 0F 09 before "
            + "it: with bytes missing, the macro's command does nothing, or another thing",
        fix: "put the first bytes in 0F 09 and the rest in the next 0F 03, and give every field of "
            + "the register")

    static let rules = [
        withoutResponse, commandInside, noRecording, begunTwice, neverEnded, badCommand,
        memoryFull, ignored, ignoredAtTimes, cut,
    ]

    private var isRecording = false
    /// The beginning of a command, until the packet with its rest.
    private var partial: Command?

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .done(let command): look(command, context)
        // A client that loses its link cannot end what it has begun.
        case .disconnected(let reason):
            if context.isOwnEnd(reason) { reportOpen(context) } else { isRecording = false }
        case .finished: if context.isConnected { reportOpen(context) }
        case .reset: (isRecording, partial) = (false, nil)
        default: break
        }
    }

    private func reportOpen(_ context: JudgeContext) {
        guard isRecording else { return }
        isRecording = false
        context.report(Self.neverEnded, .macro, 4, "0F 04 was not written")
    }

    /// A command is whole if it has every field of its register.
    private func checkWhole(_ command: Command, _ context: JudgeContext) {
        switch command.register {
        case 9:
            if let partial { reportPartial(partial, context) }
            partial = command
        case 3:
            let whole = Array(partial?.payload ?? []) + command.payload
            partial = nil
            guard case .short(let needed, let had)? = Self.fault(whole, context) else { return }
            context.report(
                Self.cut, command,
                "\(Hex.text(Array(whole.prefix(2)))) needs \(needed) bytes of payload, \(had) were recorded"
            )
        default:
            if let partial { reportPartial(partial, context) }
            partial = nil
        }
    }

    private func reportPartial(_ partial: Command, _ context: JudgeContext) {
        context.report(Self.cut, partial, "the rest (0F 03) does not follow")
    }

    private static func fault(_ packet: [UInt8], _ context: JudgeContext) -> LayoutError? {
        guard packet.count > 1,
            let declaration = context.declaration(packet[0], packet[1] & 0x3F)
        else { return nil }
        let payload = Array(packet.dropFirst(2))
        if packet[1] & Command.readBit != 0 { return declaration.request?.fault(payload) }
        return declaration.written?.fault(payload)
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        if case .macro(let id) = command.source {
            return context.reportIgnored(
                command, "macro \(id)", Self.ignored, forNow: Self.ignoredAtTimes)
        }
        guard command.source == .host else { return }
        guard command.module == .macro else {
            if isRecording, !command.isRead {
                context.report(Self.commandInside, command, "it is executed, not recorded")
            }
            return
        }
        guard !command.isRead else { return }
        // The Swift SDK sends begin, execute and erase without response; boards accept it.
        if command.kind == .command, [3, 4, 9].contains(command.register) {
            context.report(Self.withoutResponse, command, "a write without response")
        }
        judge(command, context)
    }

    private func judge(_ command: Command, _ context: JudgeContext) {
        switch command.obstacle {
        case .noRecording: context.report(Self.noRecording, command, "0F 02 was not written")
        case .noCommand:
            context.report(
                Self.badCommand, command, "\(command.payload.count) bytes with the partial packet")
        case .memoryFull: context.report(Self.memoryFull, command, "the flash for macros is full")
        default: break
        }
        if command.register == 2 {
            if isRecording { context.report(Self.begunTwice, command, "0F 04 was not written") }
            isRecording = command.created != nil
        }
        if command.register == 4 { isRecording = false }
        if command.isAccepted { checkWhole(command, context) }
    }
}
