import Bluetooth
import Device
import MetaWearBoard
import MetaWearTables
import Peripheral

/// Resets, and what clients assume after one.
final class ResetRules: RuleFamily {
    static let afterReset = Rule(
        "MW-RESET-01", .error, "a command after a reset", "core 9, 10",
        why: "after FE 01 or FE 02 the firmware does nothing more: the link is closing, and the "
            + "command is lost",
        fix: "wait until the link has ended, connect again, then send it")
    static let inBootloader = Rule(
        "MW-RESET-02", .error, "an application command for the bootloader", "core 13.1",
        why: "MetaBoot has no command characteristic: the board is being updated, or its "
            + "application is gone",
        fix: "look for service 1530 after connecting, and update the firmware")
    static let poweredDown = Rule(
        "MW-RESET-03", .error, "a command for a board in power-down", "core 9",
        why: "nothing runs until its button is pressed or the charger is connected",
        fix: "use FE 07 only before the board is stored")
    static let staleSubscription = Rule(
        "MW-RESET-04", .warning, "a client continues after a reset as if nothing was lost",
        "core 10",
        why: "subscriptions, loggers, processors, events, timers and settings are lost at a reset: "
            + "reading out or starting what is gone does nothing",
        fix: "read 0B 84 at every connection: if the reset uid differs, set everything up again")

    static let rules = [afterReset, inBootloader, poweredDown, staleSubscription]

    /// The board was reset since a client last read the time or its modules.
    private var isStale = false
    private var wasUsed = false

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .reset:
            isStale = wasUsed
        case .done(let command): look(command, context)
        case .refused(let refusal):
            guard context.isInBootloader, Self.isWrite(refusal),
                context.characteristic(of: refusal) == nil
            else { return }
            context.report(Self.inBootloader, writing: refusal.bytes, "MetaBoot runs")
        default: break
        }
    }

    private static func isWrite(_ refusal: AttributeRefusal) -> Bool {
        refusal.opcode == AttributeOpcode.writeRequest.rawValue
            || refusal.opcode == AttributeOpcode.writeCommand.rawValue
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        guard command.source == .host else { return }
        wasUsed = true
        switch command.obstacle {
        case .resetting: context.report(Self.afterReset, command, "the link is closing")
        case .bootloader: context.report(Self.inBootloader, command, "MetaBoot runs")
        case .poweredDown: context.report(Self.poweredDown, command, "the board is powered down")
        case .noSuchID where isStale:
            context.report(Self.staleSubscription, command, "the board has been reset since")
        default: break
        }
        if command.reads(.logging, 4) || (command.isRead && command.register == 0) {
            isStale = false
        }
    }
}
