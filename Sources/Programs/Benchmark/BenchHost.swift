import CommandLineProgram
import Glibc

/// A host for the radio's benchmarks, in a process of its own: this program, started once more.
///
/// It attaches at a Unix socket, does its task, and ends with the connection.
struct BenchHost {
    /// What it does.
    enum Task: Equatable {
        /// Sends a packet, and again whenever so many bytes have come; 0: only reads.
        case exchange(Int)
        /// Connects to the first board, and reads an attribute again and again.
        case read(handle: UInt16)
        /// Connects to the first board, discovers all it has, disconnects, again and again.
        case discover
        /// Connects to `count` boards from number `first` on, starts their streams, and listens.
        case listen(first: Int, count: Int, handles: BenchHandles)
        /// Is a client of BlueZ on a bus.
        case bus(BenchBusClient.Way)
    }

    private let process: pid_t

    /// Starts a host.
    init?(path: String, _ task: Task) {
        var process = pid_t()
        let words = ["boardsim-bench", "--host", "\(task.text):\(path)"]
        var arguments = words.map { strdup($0) }
        arguments.append(nil)
        defer { arguments.forEach { free($0) } }
        guard posix_spawn(&process, "/proc/self/exe", nil, nil, arguments, environ) == 0 else {
            return nil
        }
        self.process = process
    }

    /// Waits until it has ended.
    func wait() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// What the other process does.
    static func main(_ text: String) -> ExitStatus {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let task = Task(String(parts[0])) else { return .usage }
        if case .bus(let way) = task {
            BenchBusClient(at: String(parts[1]))?.listen(way)
            return .success
        }
        guard let host = BenchHostSocket(path: String(parts[1])) else { return .environment }
        switch task {
        case .exchange(let count): host.exchange(count)
        case .read(let handle): host.read(handle)
        case .discover: host.discover()
        case .listen(let first, let count, let handles): host.listen(first, count, handles)
        case .bus: break
        }
        return .success
    }
}

/// Where things are in a MetaWear board's attribute table.
struct BenchHandles: Equatable {
    var command: UInt16
    /// Of the notification characteristic's client configuration.
    var configuration: UInt16
    var batteryLevel: UInt16
}

extension BenchHost.Task {
    /// Numbers between commas.
    fileprivate var text: String {
        let numbers: [Int] =
            switch self {
            case .exchange(let count): [0, count]
            case .read(let handle): [1, Int(handle)]
            case .discover: [3]
            case .bus(let way): [4, way.rawValue]
            case .listen(let first, let count, let handles):
                [
                    2, first, count, Int(handles.command), Int(handles.configuration),
                    Int(handles.batteryLevel),
                ]
            }
        return numbers.map(String.init).joined(separator: ",")
    }

    fileprivate init?(_ text: String) {
        let numbers = text.split(separator: ",").compactMap { UInt16($0) }.map(Int.init)
        switch (numbers.first, numbers.count) {
        case (0, 2): self = .exchange(numbers[1])
        case (1, 2): self = .read(handle: UInt16(numbers[1]))
        case (3, 1): self = .discover
        case (4, 2):
            guard let way = BenchBusClient.Way(rawValue: numbers[1]) else { return nil }
            self = .bus(way)
        case (2, 6):
            self = .listen(
                first: numbers[1], count: numbers[2],
                handles: BenchHandles(
                    command: UInt16(numbers[3]), configuration: UInt16(numbers[4]),
                    batteryLevel: UInt16(numbers[5])))
        default: return nil
        }
    }
}
