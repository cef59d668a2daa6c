import MetaWearBoard
import MetaWearTables
import Wire

/// Chains of data processors.
final class ProcessorRules: RuleFamily {
    static let noParent = Rule(
        "MW-PROC-01", .error, "a processor on a parent that does not exist", "core 4.2",
        why: "the firmware does not answer: the chain has no head, and its later members attach to "
            + "an id that belongs to another processor or to none",
        fix: "wait for the parent's id before adding the child")
    static let silentSource = Rule(
        "MW-PROC-02", .warning, "a processor for the silent form of a read", "core 15.2",
        why: "firmware 1.7 feeds processors from answered reads (81, 86, 87) with the same "
            + "register byte, never from C1: the chain has no output",
        fix: "add it with the register byte of the answered read, and read that way")
    static let inUse = Rule(
        "MW-PROC-03", .error, "a processor is removed while others use it", "core 4.8",
        why: "the firmware refuses: it keeps running, and its slot stays taken",
        fix: "remove children before their parents, or all at once (09 08)")
    static let quietPulse = Rule(
        "MW-PROC-04", .warning,
        "a pulse detector with an output that firmware 1.7 does not provide",
        "core 15.12",
        why: "on 1.7.2 width, area and peak were never sent; on-detect works",
        fix: "use output 3, and determine width or peak in another way")
    /// A packet without module, register and id.
    private static let widest = 17
    static let tooWide = Rule(
        "MW-PROC-05", .error, "a packer with more bytes than fit into a packet", "core 4.6",
        why: "a notification has \(widest) bytes after its header: the firmware cuts the rest",
        fix: "keep length × count at \(widest) or less")
    static let laterRevision = Rule(
        "MW-PROC-06", .warning, "a processor that needs a later revision of the module", "core 4",
        why: "the fuser and the pass-through mode of time came with revision 1, the high-pass "
            + "filter with revision 2: earlier firmware does not know them",
        fix: "check the module's revision, and filter on the host if it is older")
    static let noBuffer = Rule(
        "MW-PROC-07", .error, "a fuser that refers to something other than a buffer", "core 4.6",
        why: "it takes the contents of buffers: nothing else has any",
        fix: "add a buffer to each further signal, and give its id")

    static let rules = [
        noParent, silentSource, inUse, quietPulse, tooWide, laterRevision, noBuffer,
    ]

    /// Types with rules (protocol, core 4.5).
    private enum Kind {
        static let averager: UInt8 = 0x03
        static let time: UInt8 = 0x08
        static let pulse: UInt8 = 0x0B
        static let buffer: UInt8 = 0x0F
        static let packer: UInt8 = 0x10
        static let fuser: UInt8 = 0x1B
    }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        guard case .done(let command) = event, command.module == .dataProcessor else { return }
        switch command.obstacle {
        case .noSource: context.report(Self.noParent, command, "its source does not exist")
        case .inUse: context.report(Self.inUse, command, "another processor depends on it")
        default: break
        }
        guard command.writes(.dataProcessor, 2), let source = SourceKey(command),
            let kind = command.byte(4)
        else { return }
        look(kind, command, context)
        guard command.created != nil else { return }
        // State is always read silently: 09 C4.
        if source.register & 0xC0 == 0xC0, source.module != .dataProcessor {
            context.report(
                Self.silentSource, command,
                "register byte \(Hex.text([source.register])) is a silent read")
        }
    }

    private func look(_ kind: UInt8, _ command: Command, _ context: JudgeContext) {
        let revision = context.information(.dataProcessor)?.revision ?? 0
        let first = command.byte(5) ?? 0
        switch kind {
        case Kind.pulse:
            if let output = command.byte(7), output != 3 {
                context.report(Self.quietPulse, command, "output \(output)")
            }
        case Kind.packer:
            let length = Int(first & 0x1F) + 1
            let count = Int((command.byte(6) ?? 0) & 0x1F) + 1
            if length * count > Self.widest {
                context.report(Self.tooWide, command, "\(count) items of \(length) bytes")
            }
        case Kind.time:
            let mode = first >> 3 & 7
            if mode == 2, revision < 1 { reportRevision(1, command, context) }
        case Kind.averager:
            if first & 0x20 != 0, revision < 2 { reportRevision(2, command, context) }
        case Kind.fuser:
            if revision < 1 { reportRevision(1, command, context) }
            checkBuffers(Int(first & 0x0F), command, context)
        default: break
        }
    }

    private func reportRevision(_ needed: Int, _ command: Command, _ context: JudgeContext) {
        let revision = context.information(.dataProcessor)?.revision ?? 0
        context.report(
            Self.laterRevision, command, "it needs revision \(needed), the board has \(revision)")
    }

    private func checkBuffers(_ count: Int, _ command: Command, _ context: JudgeContext) {
        for place in 0..<count {
            guard let id = command.byte(6 + place) else { return }
            let other = context.client.made(.dataProcessor, id)
            guard other.map({ $0.packet.count > 6 && $0.packet[6] == Kind.buffer }) != true else {
                continue
            }
            context.report(Self.noBuffer, command, "processor \(id) is not a buffer")
        }
    }
}
