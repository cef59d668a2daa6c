import Simulation

@testable import MetaWearProtocol

/// Plays a download against a board on a desk.
enum DownloadDriver {
    /// Does what the download asks for until it is over or `limit` packets came; the entries that were new.
    static func run(
        _ download: inout LogDownload, on bench: BoardBench, limit: Int = .max
    ) -> [RawLogEntry] {
        var entries: [RawLogEntry] = []
        var taken = 0
        bench.link.heard = []
        begin(&download, on: bench)
        while taken < limit {
            let packets = bench.take()
            for packet in packets {
                taken += 1
                guard taken <= limit else { return entries }
                for action in download.take(packet) {
                    switch action {
                    case .write(let packet): bench.write(packet)
                    case .entries(let new): entries += new
                    case .progress, .finished: break
                    }
                }
            }
            if download.isFinished, packets.isEmpty { break }
            bench.run(.milliseconds(20))
        }
        if download.isFinished { bench.write(download.endPackets) }
        return entries
    }

    /// Writes what begins a download, and asks for the length until it has settled; the last answer is left to be taken.
    static func begin(_ download: inout LogDownload, on bench: BoardBench) {
        bench.write(download.begin())
        var settling = download.settling()
        while true {
            bench.run(milliseconds: settling.pause)
            bench.link.heard = []
            bench.write(settling.packets + [LogCommand.readLength])
            guard let answer = bench.link.heard.last, !settling.hasSettled(with: answer) else {
                return
            }
        }
    }

    /// All entries of a board's log.
    static func download(from bench: BoardBench, revision: UInt8 = 3) -> [RawLogEntry] {
        var download = LogDownload(revision: revision)
        return run(&download, on: bench)
    }
}
