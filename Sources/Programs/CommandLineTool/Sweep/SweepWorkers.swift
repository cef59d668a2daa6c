import CommandLineProgram
import Sweep

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The processes that run the worlds of a sweep, one for each processor.
///
/// Processes and not threads: a world that ends its process is one row more, and memory that one
/// world leaves behind is not shared by all. A worker reads numbers of worlds and writes rows, one line each.
final class SweepWorkers {
    private struct Worker {
        var process: ChildProcess
        /// Sent to it, and not answered yet.
        var open: [Int] = []
        var received: [UInt8] = []
    }

    private let arguments: [String]
    private let program: String
    private var workers: [Worker] = []
    private var waiting: ArraySlice<Int>
    private let plan: SweepPlan
    private var isStopped = false
    private let orphans = Orphans()
    /// Why no worker can be started; nil if they can.
    private(set) var failure: String?
    /// How many worlds a worker is given at a time.
    private let depth: Int

    /// - Parameters:
    ///   - arguments: of the sweep's command line, without the program's name.
    ///   - areLong: whether worlds take seconds, so that none may wait for another. Otherwise a
    ///     worker has one that it works on and one that waits, so that it never waits for us.
    init(
        _ worlds: [Int], _ plan: SweepPlan, jobs: Int, arguments: [String], areLong: Bool = false,
        program: String = ChildProcess.ownPath
    ) {
        self.plan = plan
        depth = areLong ? 1 : 2
        self.arguments = arguments
        self.program = program
        waiting = worlds[...]
        for _ in 0..<max(1, min(jobs, worlds.count)) { start() }
    }

    private func start() {
        guard let process = ChildProcess(program, arguments, input: .pipe, output: .pipe) else {
            failure = "cannot start \(program): \(String(cString: strerror(errno)))"
            return
        }
        workers.append(Worker(process: process))
        feed(workers.count - 1)
    }

    private func feed(_ place: Int) {
        while workers[place].open.count < depth, let world = waiting.popFirst() {
            workers[place].open.append(world)
            // A worker that is gone is noticed at the end of its output.
            _ = workers[place].process.write("\(world)\n")
        }
        if workers[place].open.isEmpty { workers[place].process.closeInput() }
    }

    /// The rows that came within a tenth of a second; nil when all workers have ended.
    func next() -> [SweepRow]? {
        guard !workers.isEmpty, failure == nil else { return nil }
        var polls = workers.map { pollfd(fd: $0.process.output, events: Int16(POLLIN), revents: 0) }
        guard poll(&polls, nfds_t(polls.count), 100) > 0 else { return [] }
        var rows: [SweepRow] = []
        for place in polls.indices.reversed() where polls[place].revents != 0 {
            let bytes = workers[place].process.read()
            if bytes.isEmpty {
                rows += end(place)
            } else {
                workers[place].received += bytes
                rows += lines(of: place)
                feed(place)
            }
        }
        return rows
    }

    private func lines(of place: Int) -> [SweepRow] {
        var rows: [SweepRow] = []
        var start = 0
        let bytes = workers[place].received
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if let row = SweepFile.row(Array(bytes[start..<end])) {
                workers[place].open.removeAll { $0 == row.world }
                rows.append(row)
            }
            start = end + 1
        }
        workers[place].received.removeFirst(start)
        return rows
    }

    /// A worker ended: on purpose, or in its first open world, and then another takes its place.
    private func end(_ place: Int) -> [SweepRow] {
        var worker = workers.remove(at: place)
        worker.process.closeInput()
        worker.process.closeOutput()
        let end = worker.process.wait()
        // Runs and clients of a worker that was killed.
        orphans.end(besides: workers.map(\.process.pid), grace: 1000)
        guard let world = worker.open.first else { return [] }
        if !isStopped {
            waiting = (Array(worker.open.dropFirst()) + waiting)[...]
            if !waiting.isEmpty { start() }
        }
        let why = "the process that ran it ended with \(end.words)"
        return [SweepRow(plan.world(world), crashed: why)]
    }

    /// No more worlds; those that run come to their end, unless the sweep is terminated.
    func stop(isTermination: Bool) {
        isStopped = true
        waiting = []
        guard isTermination else { return }
        for place in workers.indices { workers[place].process.closeInput() }
    }
}
