import EventLoop
import Glibc
import MetaWearBoard

/// A pseudo-terminal whose near end is a board's USB port and whose far end a client opens like a
/// serial device, under a name of its own.
///
/// Raw from the start: no echo, no line ends changed. Clients may come and go; while none has it
/// open, the terminal is polled every few milliseconds, because the system does not report that it
/// is opened.
package final class PseudoTerminal: USBPort {
    /// The link to the device, as clients open it.
    package let path: String
    /// Called before bytes are passed on: virtual time must be that of the input.
    package var beforeInput: () -> Void = {}
    /// What a client sent.
    package var onBytes: ([UInt8]) -> Void = { _ in }
    /// A client, or the last of several, has closed it.
    package var onClosed: () -> Void = {}
    /// There is room again after `send` refused.
    package var onReady: () -> Void = {}
    /// The longest queue for a client that does not read, in bytes.
    package static let longestQueue = 65_536

    private let loop: EventLoop
    private let descriptor: Descriptor
    private var near: Int32 { descriptor.number }
    /// What the link leads to.
    private let terminal: String
    private var output: [UInt8] = []
    private var hasRefused = false
    private var reader: Watch?
    private var writer: Watch?
    private var isOpen = false
    private var isLinked = false
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private static let askEvery: UInt32 = 10
    /// TIOCSPTLCK and TIOCGPTN (Linux, `asm-generic/ioctls.h`): the C library's own calls for both
    /// are not declared without feature macros.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    /// Creates the terminal and the link to it; an existing link to a terminal, as a killed process
    /// leaves it, is replaced, anything else is left alone.
    package init(path: String, on loop: EventLoop) throws(USBTransportError) {
        self.path = path
        self.loop = loop
        let near = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard near >= 0 else { throw USBTransportError(path, errno) }
        // Closed if the rest fails.
        descriptor = Descriptor(near)
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        guard ioctl(near, Self.setLock, &unlocked) == 0, ioctl(near, Self.getNumber, &number) == 0
        else { throw USBTransportError(path, errno) }
        var settings = termios()
        tcgetattr(near, &settings)
        cfmakeraw(&settings)
        tcsetattr(near, TCSANOW, &settings)
        if Self.target(of: path)?.starts(with: "/dev/pts/".utf8) == true { unlink(path) }
        terminal = "/dev/pts/\(number)"
        guard symlink(terminal, path) == 0 else { throw USBTransportError(path, errno) }
        isLinked = true
        listen()
    }

    deinit { close() }

    /// Removes the link and stops listening to clients.
    package func close() {
        reader = nil
        writer = nil
        // Another process may have replaced it.
        if isLinked, Self.target(of: path) == Array(terminal.utf8) { unlink(path) }
        isLinked = false
        // They lead to the board, which keeps its port.
        beforeInput = {}
        onBytes = { _ in }
        onClosed = {}
        onReady = {}
    }

    /// Where a link leads; nil if there is none.
    private static func target(of path: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.bindMemory(to: CChar.self).baseAddress.map { readlink(path, $0, buffer.count) }
                ?? -1
        }
        return count < 0 ? nil : Array(bytes[..<count])
    }

    // MARK: Out

    /// Queues bytes; they are sent at the next `flush`.
    package func send(_ bytes: [UInt8]) -> Bool {
        guard output.count + bytes.count <= Self.longestQueue else {
            hasRefused = true
            return false
        }
        output += bytes
        return true
    }

    /// Writes queued bytes, as far as the client accepts them.
    package func flush() {
        guard writer == nil else { return }
        write()
    }

    private func write() {
        while !output.isEmpty {
            let count = Glibc.write(near, output, output.count)
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                waitForRoom()
                return
            }
            output.removeFirst(count)
        }
        writer = nil
        guard hasRefused else { return }
        hasRefused = false
        onReady()
    }

    private func waitForRoom() {
        guard writer == nil, isOpen else { return }
        writer = loop.watch(near, for: .writable) { [unowned self] _ in
            beforeInput()
            write()
        }
    }

    // MARK: In

    private func listen() {
        reader = loop.watch(near, for: .readable) { [unowned self] _ in read() }
    }

    private func read() {
        beforeInput()
        let count = Glibc.read(near, &buffer, buffer.count)
        if count > 0 {
            isOpen = true
            return onBytes(Array(buffer[..<count]))
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        // No client has the far end open.
        writer = nil
        output = []
        hasRefused = false
        if isOpen {
            isOpen = false
            onClosed()
        }
        ask()
    }

    private func ask() {
        reader = loop.after(milliseconds: Self.askEvery) { [unowned self] in
            var question = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
            let answered = poll(&question, 1, 0)
            if answered > 0, question.revents & Int16(POLLHUP) != 0 { ask() } else { listen() }
        }
    }
}

/// Why there is no terminal: the path, what is wrong, and how to fix it.
package struct USBTransportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `usb-pty:/tmp/board: File exists; choose another path`.
    package var description: String

    init(_ path: String, _ number: Int32) {
        let fix =
            number == EEXIST
            ? "; the existing file is not a link to a terminal; choose another path" : ""
        description = "usb-pty:\(path): \(String(cString: strerror(number)))\(fix)"
    }
}
