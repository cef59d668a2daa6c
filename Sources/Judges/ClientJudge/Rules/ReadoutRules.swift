import MetaWearBoard
import MetaWearTables
import Peripheral
import Simulation

/// How the log is downloaded.
final class ReadoutRules: RuleFamily {
    static let notConfirmed = Rule(
        "MW-READOUT-01", .error, "a page of the log is not confirmed", "core 3.7, 15.7",
        why: "from revision 2 on the board waits for 0B 0E before it sends the next page, and "
            + "frees only confirmed pages: the download stalls, or all of it is sent again",
        fix: "write 0B 0E for each 0B 0D")
    static let confirmedUnasked = Rule(
        "MW-READOUT-02", .error, "a page is confirmed that the board did not send", "core 3.7",
        why: "a confirmation erases a page: an extra one may free a page whose entries have not "
            + "arrived yet",
        fix: "confirm once after each 0B 0D, never before it")
    static let another = Rule(
        "MW-READOUT-03", .error, "a readout is started during another", "core 3.8",
        why: "it replaces the first, whose last page is sent again: entries are duplicated, and "
            + "the progress of one is taken for that of the other",
        fix: "wait for the final progress of 0 (0B 08 00 00 00 00)")
    static let notSubscribed = Rule(
        "MW-READOUT-04", .error, "a readout without a subscription to its entries", "core 3.6",
        why: "nothing is sent before 0B 07 01",
        fix: "write 0B 07 01 and 0B 08 01 first")
    static let noProgress = Rule(
        "MW-READOUT-05", .warning, "a readout without a subscription to its progress",
        "core 3.6, 15.8",
        why: "the final progress of 0 is the only end marker, and progress is sent if it is "
            + "enabled: sending it always is a choice of our firmware",
        fix: "write 0B 08 01 before the readout")
    static let notFlushed = Rule(
        "MW-READOUT-06", .warning, "the log is read before it was flushed", "core 15.6",
        why: "on revision 3 the newest entries are in a RAM page that a readout does not include: "
            + "short sessions read as empty",
        fix: "stop logging, then write 0B 10 01 before 0B 85")
    static let whileLogging = Rule(
        "MW-READOUT-07", .warning, "the log is read while logging is enabled", "core 3.8, 15",
        why: "all hosts stop logging first; on a full circular log the page that is being read may "
            + "be erased",
        fix: "stop logging, flush, download and clear, in this order")
    static let noLength = Rule(
        "MW-READOUT-08", .warning, "a readout of a number of entries that was not read before",
        "core 3.5",
        why: "0B 06 sends as many entries as it is asked for: the rest stays on the board, and "
            + "page headers count too",
        fix: "read the length (0B 85) in the same connection and ask for that many")
    static let noTime = Rule(
        "MW-READOUT-09", .warning, "a log is read by a host that never asked for the time",
        "core 3.4",
        why: "entries carry ticks since a boot: without tick and reset uid of the same moment (0B "
            + "84) they cannot be dated",
        fix: "read 0B 84 at every connection")
    static let nothingAsked = Rule(
        "MW-READOUT-10", .warning, "a readout of 0 entries of a log that is not known to be empty",
        "core 3.5, 3.8",
        why: "0B 06 sends as many entries as it is asked for: with 0 it ends at once, and the log "
            + "looks empty",
        fix: "read the length (0B 85) and ask for that many")

    static let notSettled = Rule(
        "MW-READOUT-11", .warning, "the length of the log is read right after a flush",
        "core 15.6, RB26-10, RB26-11",
        why: "a flush is not confirmed and lands later, after 0.2 to several seconds: until then "
            + "the length is that of before, often 0, and the newest page is not among it",
        fix: "wait 0.3 s after 0B 10, then read 0B 85 until two answers agree that are 0.25 s "
            + "apart; if something was recorded and the length is 0, go on for some seconds")

    static let cutShort = Rule(
        "MW-READOUT-12", .warning, "the log is cleared during its readout", "core 3.8, 15.7",
        why: "a slow link carries 100 entries a second or fewer, so that a readout may take "
            + "minutes: what was not sent yet is erased, and the samples that arrived look like "
            + "all of them",
        fix: "wait for the final progress of 0 (0B 08 00 00 00 00), compare the count of entries "
            + "with the length, then clear; a fixed wait is too short on a slow link")

    static let rules = [
        notConfirmed, confirmedUnasked, another, notSubscribed, noProgress, notFlushed,
        whileLogging, noLength, noTime, nothingAsked, notSettled, cutShort,
    ]

    private static let patience = Nanoseconds.seconds(5 as Int64)
    /// A flush that is under way needs at least this long.
    private static let flushTime = Nanoseconds.milliseconds(200)
    /// A client that flushes before it stops logging, as it should, stops soon after it.
    private static let stopTime = Nanoseconds.seconds(2 as Int64)

    /// When the unconfirmed page-complete was sent.
    private var pageSince: Instant?
    private var isReading = false
    /// How many entries the readout was asked for.
    private var asked: UInt32 = 0
    private var lengthAsked = false
    private var timeAsked = false
    /// The length that the board answered last on this link.
    private var length: [UInt8]?
    /// Something was recorded since the last flush.
    private var isDirty = false
    /// The last flush of anything.
    private var lastFlush: Instant?
    /// The flush that brings what was recorded into the log, until a readout has begun since.
    private var pendingFlush: Instant?
    /// The last answer to a question for the length since then; nil if there was none.
    private var lengthTime: Instant?

    var awaitsPackets: Bool { true }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        checkPage(context)
        switch event {
        case .connected: (lengthAsked, length) = (false, nil)
        case .sent(let command): look(command, context)
        case .done(let command): judge(command, context)
        case .notified(let packet, .sent), .settled(let packet, .sent): took(packet, context)
        // Who has not heard of a page's end cannot confirm it.
        case .vanished(let packet) where packet.starts(with: .logging, 0x0D):
            pageSince = nil
        // The entries were sent before it, although the client is not told so.
        case .notified(let packet, .dropped) where Self.isEnd(packet),
            .settled(let packet, .dropped) where Self.isEnd(packet):
            isReading = false
        case .disconnected(let reason):
            if context.isOwnEnd(reason), pageSince != nil { reportPage(context) }
            if context.isOwnEnd(reason) { checkBelief(context) }
            pageSince = nil
            isReading = false
        case .reset:
            if context.isResetAsked { checkBelief(context) }
            pageSince = nil
            isReading = false
            (lastFlush, pendingFlush) = (nil, nil)
            // The tick restarts.
            timeAsked = false
            // After a crash the client could not flush; after its own reset it has lost the RAM page.
            if !context.isResetAsked { isDirty = false }
        default: break
        }
    }

    private func checkPage(_ context: JudgeContext) {
        guard let since = pageSince, context.now - since > Self.patience else { return }
        reportPage(context)
    }

    private func reportPage(_ context: JudgeContext) {
        pageSince = nil
        context.report(Self.notConfirmed, .logging, 0x0E, "0B 0D was sent, 0B 0E was not written")
    }

    private func took(_ packet: [UInt8], _ context: JudgeContext) {
        guard packet.count > 1, packet[0] == .logging else { return }
        switch packet[1] {
        case 0x85: (length, lengthTime) = (Array(packet.dropFirst(2)), context.now)
        case 0x0D where isReading: pageSince = context.now
        case 0x08 where Self.isEnd(packet): isReading = false
        default: break
        }
    }

    /// The final progress of 0.
    private static func isEnd(_ packet: [UInt8]) -> Bool {
        packet.starts(with: .logging, 0x08) && packet.dropFirst(2).allSatisfy { $0 == 0 }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        guard command.module == .logging, !command.isRead else { return }
        let client = context.client
        switch command.register {
        case 6:
            if isReading {
                context.report(Self.another, command, "the previous readout has not ended")
            }
            if pageSince != nil { reportPage(context) }
            checkSettled(command, context)
            guard command.long(0) ?? 0 > 0 else { return checkNothing(command, context) }
            // The first packets are sent during the command.
            isReading = client.isSubscribed(.logging, 7)
            asked = command.long(0) ?? 0
            if !client.isSubscribed(.logging, 8) {
                context.report(Self.noProgress, command, "0B 08 is not subscribed")
            }
            if client.isOn(.logging) {
                context.report(Self.whileLogging, command, "logging is enabled")
            }
            checkFlush(command, context)
            if !lengthAsked { context.report(Self.noLength, command, "0B 85 was not read") }
            if !timeAsked { context.report(Self.noTime, command, "0B 84 was never read") }
        // A client that has all entries may drop the last page instead of confirming it. While logging is
        // enabled, the firmware ignores this.
        case 9 where !client.isOn(.logging):
            if isReading, pageSince != nil {
                reportPage(context)
            } else if isReading, command.long(0) == .max {
                context.report(
                    Self.cutShort, command, "the readout of \(asked) entries has not ended")
            }
            (pageSince, isReading) = (nil, false)
            checkBelief(context)
            pendingFlush = nil
        default: break
        }
    }

    /// A readout is asked for: it goes by the length that was read last.
    private func checkSettled(_ command: Command, _ context: JudgeContext) {
        guard lengthAsked, let flush = pendingFlush else { return }
        pendingFlush = nil
        guard let read = lengthTime else {
            return context.report(Self.notSettled, command, "the length was read before the flush")
        }
        guard read - flush < Self.flushTime else { return }
        context.report(Self.notSettled, command, since(flush, read))
    }

    /// The client leaves or clears the log: a length that it read too early was all that it learned of its log.
    private func checkBelief(_ context: JudgeContext) {
        guard let flush = pendingFlush, let read = lengthTime, read - flush < Self.flushTime else {
            return
        }
        pendingFlush = nil
        context.report(Self.notSettled, .logging, 5, since(flush, read))
    }

    private func since(_ flush: Instant, _ read: Instant) -> String {
        "its last answer came \((read - flush).count / 1_000_000) ms after the flush"
    }

    private func checkNothing(_ command: Command, _ context: JudgeContext) {
        guard command.payload.count >= 4, length?.contains(where: { $0 != 0 }) != false else {
            return
        }
        let known = length.map(Command.number)
        context.report(
            Self.nothingAsked, command,
            known.map { "the log has \($0) entries" } ?? "its length was not read")
    }

    private func judge(_ command: Command, _ context: JudgeContext) {
        guard command.module == .logging else { return }
        switch command.obstacle {
        case .nothingToConfirm:
            context.report(Self.confirmedUnasked, command, "no page is waiting for it")
        case .entriesUnwanted:
            context.report(Self.notSubscribed, command, "0B 07 is not subscribed")
        default: break
        }
        guard command.isAccepted else { return }
        if command.isRead {
            if command.register == 4 { timeAsked = true }
            if command.register == 5 {
                lengthAsked = true
                checkFlush(command, context)
            }
            return
        }
        switch command.register {
        case 1:
            guard command.byte(0) ?? 0 != 0 else { return stopped(context) }
            pendingFlush = nil
            if context.client.made.contains(where: { $0.table == .logging }) { isDirty = true }
            if isReading {
                context.report(Self.whileLogging, command, "a readout is in progress")
            }
        // A logger that is made later records too.
        case 2: if command.created != nil, context.client.isOn(.logging) { isDirty = true }
        case 9: if command.long(0) == .max { isDirty = false }
        case 0x0E: pageSince = nil
        case 0x10: flushed(context)
        default: break
        }
    }

    private func flushed(_ context: JudgeContext) {
        lastFlush = context.now
        let isInRAM = context.profile?.flash.hasRAMPage == true
        // One more flush of the same page brings nothing new.
        if isDirty, isInRAM { (pendingFlush, lengthTime) = (context.now, nil) }
        isDirty = false
    }

    /// What is recorded after a flush waits for the next one.
    private func stopped(_ context: JudgeContext) {
        guard context.client.isOn(.logging), let lastFlush,
            context.now - lastFlush > Self.stopTime,
            context.client.made.contains(where: { $0.table == .logging })
        else { return }
        isDirty = true
    }

    private func checkFlush(_ command: Command, _ context: JudgeContext) {
        guard isDirty, (context.information(.logging)?.revision ?? 0) >= 3,
            !context.client.isOn(.logging)
        else { return }
        context.report(Self.notFlushed, command, "0B 10 was not written since it last recorded")
        isDirty = false
    }
}
