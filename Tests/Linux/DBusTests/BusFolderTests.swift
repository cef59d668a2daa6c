import Foundation
import Glibc
import Testing

@testable import DBus

/// What a killed process left of its bus goes at the next start, and nothing else.
@Suite struct BusFolderTests {
    private let root: String

    init() throws {
        root = NSTemporaryDirectory() + "bf-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    /// A folder as a killed process leaves it.
    private func folder(
        _ name: String, _ files: [String] = ["bus.conf", "log", "lock"], mode: mode_t = 0o700
    ) -> String {
        let path = "\(root)/boardsim-bus-\(name)"
        mkdir(path, mode)
        chmod(path, mode)
        for file in files { close(open("\(path)/\(file)", O_CREAT | O_WRONLY, 0o600)) }
        return path
    }

    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private func socket(at path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        listen(number, 1)
        return number
    }

    @Test func `only our own folders, and only unused ones`() {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let left = folder("aaaaaa")
        let stranger = folder("bbbbbb", ["lock", "letter"])
        let open0 = folder("cccccc", mode: 0o755)
        let begun = folder("dddddd", ["lock.new"])
        let empty = folder("eeeeee", [])
        let other = folder("other-name")
        let held = folder("ffffff")
        let lock = open(held + "/lock", O_RDWR)
        flock(lock, LOCK_EX)
        // Of a version without locks: one whose daemon lives, and one whose daemon does not.
        let served = folder("gggggg", ["bus.conf"])
        let server = socket(at: served + "/bus")
        let deserted = folder("hhhhhh", ["bus.conf", "log"])
        close(socket(at: deserted + "/bus"))
        symlink(left, root + "/boardsim-bus-iiiiii")
        BusFolder.removeLeftovers(in: root)
        for path in [left, deserted] { #expect(!isThere(path), "\(path)") }
        for path in [stranger, open0, begun, empty, other, held, served] {
            #expect(isThere(path), "\(path)")
        }
        #expect(isThere(stranger + "/letter") && isThere(held + "/log"))
        close(server)
        close(lock)
        BusFolder.removeLeftovers(in: root)
        #expect(!isThere(held) && !isThere(served))
    }

    @Test func `a bus is not taken for one that was left while its process lives`() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let folder = try BusFolder()
        BusFolder.removeLeftovers(in: String(folder.path.dropLast(20)))
        #expect(isThere(folder.path + "/lock"))
    }
}
