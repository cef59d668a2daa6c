import Checkout
import FlashStore
import Foundation
import MetaWearBoard
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `kill -9` in the middle of logging.
@Suite struct KillTests {
    // holds FLS-12
    @Test(.slow, arguments: [0, 1, 511, 512, 700, 5_000])
    func `all that had reached a flash page is there`(_ count: Int) async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, count = count as Int] in
            let board = try KeptBoard(path)
            board.startLogging()
            board.log(0..<count)
            kill(getpid(), SIGKILL)
        }
        let board = try KeptBoard(path)
        #expect(board.flash.notes == [])
        #expect(board.download() == (0..<count / 511 * 511).map { UInt32($0) })
    }

    // holds FLS-12
    @Test(arguments: [1, 126, 127, 128, 1_000])
    func `without a RAM page every entry is there`(_ count: Int) async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, count = count as Int] in
            let board = try KeptBoard(path, .metaMotionR)
            board.startLogging()
            board.log(0..<count)
            kill(getpid(), SIGKILL)
        }
        let board = try KeptBoard(path, .metaMotionR)
        #expect(board.board.flash.log.resetUID == 1)
        #expect(board.download() == (0..<count).map { UInt32($0) })
    }

    // holds FLS-10 FLS-14
    @Test func `a write that fails is reported, and nothing counts from there on`() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let board = try KeptBoard(path)
            var reports = 0
            board.flash.onFailure = { _ in reports += 1 }
            board.startLogging()
            board.log(0..<511)
            // A file may not become longer than 6000 bytes from here on.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 6_000, rlim_max: 6_000)
            #if canImport(Darwin)
                setrlimit(RLIMIT_FSIZE, &limit)
            #else
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #endif
            board.log(511..<1_022)
            let log = board.board.flash.log
            guard case .system("File too large")? = board.flash.failure?.problem, reports == 1,
                log.recordedEntries == 511, log.refusedEntries == 511, !log.isRecording
            else { exit(EXIT_FAILURE) }
            board.log(1_022..<3_000)
            board.flush()
            exit(
                reports == 1 && log.recordedEntries == 511 && log.refusedEntries == 2_489
                    && log.length == 512 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
        // The page that did not fit is a torn end; what the board had counted is there.
        let board = try KeptBoard(path)
        #expect(board.flash.notes.count == 1)
        #expect(board.download() == (0..<511).map { UInt32($0) })
    }
}
