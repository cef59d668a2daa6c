import Wire

extension Logging {
    /// A running readout: sends pages as the link takes them and waits for each to be confirmed
    /// (protocol, core 3.6 and 3.7).
    final class Readout {
        private var remaining: Int
        private let every: Int
        private let paged: Bool
        private var lastReported: Int
        /// Position of the page among those in flash; stays 0 if confirmed pages are erased.
        private var page = 0
        private var sentOfPage = 0
        /// The page being sent; nil between two pages.
        private var sequence: UInt32?
        private var awaitsConfirm = false
        private var isOver = false
        private var isPumping = false
        /// Packets that must go out before anything else, oldest first.
        private var pending: [ShortBytes] = []

        /// - Parameter slots: how many are in flash; those in RAM are not sent.
        init(_ request: ReadoutRequest, of slots: Int, paged: Bool) {
            remaining = min(Int(clamping: request.slots), slots)
            lastReported = remaining
            every = Int(clamping: request.notifyEvery)
            self.paged = paged
        }
    }
}

extension Logging.Readout {
    /// Sends until the link is full, a page waits for its confirmation, or all is sent.
    func pump(on board: MetaWearBoard) {
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        while board.canSendReadout {
            if !pending.isEmpty {
                board.send(pending.removeFirst(), as: .readout)
            } else if isOver || awaitsConfirm {
                return
            } else {
                advance(on: board)
            }
        }
    }

    private func advance(on board: MetaWearBoard) {
        guard board.isSubscribed(Logging.id, 0x07) else { return cancel(board) }
        guard remaining > 0, let current = board.flash.log.page(page), !current.isEmpty else {
            return finish(board)
        }
        if sequence == nil {
            sequence = current.sequence
            sentOfPage = 0
            board.flash.log.pageReads += 1
            // The header slot counts like an entry.
            remaining -= 1
            if remaining == 0 { return finish(board) }
        } else if sequence != current.sequence {
            // Recording continued and recycled the page.
            return endPage(board)
        }
        let left = min(current.entriesLeft - sentOfPage, remaining)
        if left == 0 { return endPage(board) }
        var packet: ShortBytes = [Logging.id, 0x07]
        for _ in 0..<min(left, 2) {
            let entry = current.entry(sentOfPage)
            packet.append(entry.logger | entry.uid << 5)
            packet.append(entry.tick)
            packet.append(entry.data)
            sentOfPage += 1
            remaining -= 1
        }
        board.send(packet, as: .readout)
        if every > 0, remaining > 0, lastReported - remaining >= every { reportProgress(board) }
        let isPageDone = sentOfPage == current.entriesLeft
        if remaining == 0 { finish(board) } else if isPageDone { endPage(board) }
    }

    private func endPage(_ board: MetaWearBoard) {
        if every == 0, !board.has(.noProgressOfPages) { reportProgress(board) }
        if paged {
            awaitsConfirm = true
            pending.append([Logging.id, 0x0D])
        } else {
            page += 1
            sequence = nil
        }
    }

    /// The last data, page complete, and the required progress of zero.
    private func finish(_ board: MetaWearBoard) {
        isOver = true
        if paged, sentOfPage > 0 {
            awaitsConfirm = true
            pending.append([Logging.id, 0x0D])
        }
        pending.append([Logging.id, 0x08, 0, 0, 0, 0])
        board.trace("readout ends")
    }

    /// The host no longer takes entries: unconfirmed ones stay.
    private func cancel(_ board: MetaWearBoard) {
        isOver = true
        board.trace("readout ends: entries are not subscribed any more")
    }

    private func reportProgress(_ board: MetaWearBoard) {
        lastReported = remaining
        guard board.isSubscribed(Logging.id, 0x08) else { return }
        var packet: ShortBytes = [Logging.id, 0x08]
        packet.append(UInt32(clamping: remaining))
        pending.append(packet)
    }

    /// The host has the page: it is erased for good, and the next one may be sent.
    func confirm(on board: MetaWearBoard) {
        guard awaitsConfirm, let sequence else {
            return board.ignore(.nothingToConfirm, "no page waits for a confirmation")
        }
        awaitsConfirm = false
        let garbage = board.flash.log.garbage
        board.flash.log.confirm(page: sequence, entries: sentOfPage)
        if board.flash.log.garbage > garbage { board.logging?.erasePage(on: board) }
        sentOfPage = 0
        self.sequence = nil
        if !isOver { pump(on: board) }
    }
}
