/// Programs in whose processes every clock and every wait is virtual, by a library that they preload.
///
/// Time stands still while one of their threads runs. When all sleep, whoever leads reads
/// ``firstDeadline``, moves time, and wakes whose time has come, one after the other, so that the order
/// in which they go on does not depend on the machine.
package final class LedPrograms {
    private let page: LedPage
    private let socket: LeadSocket
    private var members = Members()
    /// For `BOARDSIM_LEAD`.
    package let path: String

    /// - Parameter folder: for the socket and the shared page; only this user can read it.
    /// - Throws: ``LedTimeError`` if they cannot be made.
    package init(in folder: String) throws(LedTimeError) {
        path = folder + "/lead"
        page = try LedPage(path + ".time")
        socket = try LeadSocket(path)
    }

    /// Adds a process that has been started; everything that it starts is found.
    package func add(_ pid: Int32) { members.add(pid) }

    /// Adds a process between the programs and boardsim, such as the daemon of a bus, that has to sleep as well before
    /// time moves; false if it is not on this machine.
    package func add(neighbour pid: Int32) -> Bool { members.add(neighbour: pid) }

    /// Whether all of them sleep.
    package func look() -> LedState {
        let state = members.state { Set(socket.receive()).union(page.owners).sorted() }
        for pid in members.gone { socket.forget(page.free(of: pid) { _ in true }) }
        for process in members.changed {
            // 0 is a timer.
            socket.forget(page.free(of: process.pid) { $0 != 0 && !process.has(thread: $0) })
        }
        (members.gone, members.changed) = ([], [])
        return state
    }

    /// Waits until a thread is about to wait, or for so many nanoseconds.
    package func await(atMost nanoseconds: Int) { page.await(atMost: nanoseconds) }

    /// Ends what the program has left running: no time would pass for it any more.
    ///
    /// - Parameter program: is ended in another way.
    package func end(but program: Int32) {
        _ = look()
        for process in members.processes where process.pid != program { process.end() }
    }

    // MARK: Time

    /// Virtual nanoseconds.
    package var now: Int64 {
        get { page.now }
        set { page.now = newValue }
    }

    /// Whether threads that something has reached wait until all of it is there: what is written one after the other is
    /// then read at once, however fast the machine is.
    package var isHeld: Bool {
        get { page.isHeld }
        set { page.isHeld = newValue }
    }

    /// The earliest deadline, in virtual nanoseconds; nil if nothing waits for a time.
    package var firstDeadline: Int64? { page.first?.due }

    /// Lets go on what waits for the earliest deadline, if that has come.
    package func wakeFirst() -> Bool {
        guard let first = page.first, first.due <= page.now else { return false }
        switch page.kind(of: first.slot) {
        case .thread: page.wake(first.slot)
        case .bell:
            if page.wake(first.slot) { socket.ring(first.slot, 1) }
        case .timer: socket.ring(first.slot, page.expire(first.slot))
        case .signal:
            _ = page.expire(first.slot)
            page.signal(first.slot)
        }
        return true
    }

    // MARK: Words

    /// What a process is called.
    package func name(of pid: Int32) -> String {
        members.processes.first { $0.pid == pid }?.name ?? "?"
    }

    /// What all threads wait for.
    package var waits: String { members.processes.map(\.waits).joined(separator: "; ") }
}
