import Bluetooth
import CommandLineProgram
import Declaration
import Simulation
import VirtualRadio

/// The capture files of one run: `--btsnoop` and `--pcapng`.
///
/// A pcapng file contains everything. A btsnoop file is the log of one host, with its own
/// connection handles: the first host gets the named file, each other one a file beside it, with
/// its number before the extension. Every `flush` writes what has been collected.
package final class Capture {
    private let btsnoopPath: String?
    private var btsnoops: [OutputFile] = []
    private let pcapng: OutputFile?
    private let claims: OutputClaims?
    /// Where files are opened; nil before they are.
    private var console: Console?
    private var writer: PcapngWriter
    private var hosts: [HostCapture] = []
    private var noteSources: [(name: String, interface: PcapngWriter.NoteInterface)] = []
    private var failure: RunError?
    private var flushed = 0.0

    /// Opens no file yet: packets before ``open(_:)`` are queued.
    ///
    /// - Parameters:
    ///   - scenario: as named by the user.
    ///   - claims: the other files that the command reads and writes.
    init(btsnoop: String?, pcapng: String?, scenario: String, claims: OutputClaims? = nil) {
        btsnoopPath = btsnoop
        self.claims = claims
        btsnoops = [btsnoop].compactMap(\.self).map { OutputFile($0, option: "--btsnoop") }
        self.pcapng = pcapng.map { OutputFile($0, option: "--pcapng") }
        writer = PcapngWriter(application: "boardsim \(Program.version)", comment: scenario)
    }

    // A run that ended with an error still keeps its capture so far.
    deinit { flush() }

    /// Creates the requested files; those of later hosts are created when they attach.
    func open(_ console: Console) throws(RunError) {
        if let failure { throw failure }
        for file in files { try file.open(console) }
        self.console = console
    }

    private var files: [OutputFile] { btsnoops + [pcapng].compactMap(\.self) }

    /// A host joins; its packets go to the result.
    ///
    /// - Parameters:
    ///   - name: in the list of interfaces.
    ///   - about: what it is, in words.
    func addHost(_ name: String, about: String) -> HostCapture {
        if let btsnoopPath, failure == nil, hosts.count >= btsnoops.count {
            let path = Self.path(btsnoopPath, ofHost: hosts.count)
            let file = OutputFile(path, option: "--btsnoop")
            do throws(RunError) {
                try claims?.claim(path, by: "--btsnoop")
                if let console { try file.open(console) }
                btsnoops.append(file)
            } catch {
                failure = failure ?? error
            }
        }
        let host = HostCapture(
            name: name, in: self, snoop: btsnoopPath == nil ? nil : BtsnoopWriter(),
            interface: pcapng == nil ? nil : writer.addHost(name, about: about))
        hosts.append(host)
        return host
    }

    /// `run.snoop` of the third host is `run.3.snoop`.
    static func path(_ path: String, ofHost index: Int) -> String {
        guard index > 0 else { return path }
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
        let file = name ?? path[...]
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex else {
            return "\(path).\(index + 1)"
        }
        return "\(path[..<dot]).\(index + 1)\(path[dot...])"
    }

    /// Adds a source of notes.
    func addNotes(_ name: String, as title: String, about: String) {
        guard pcapng != nil else { return }
        noteSources.append((name, writer.addNotes(title, about: about)))
    }

    /// Adds a note at its time; btsnoop files cannot contain notes.
    func note(_ text: String, by who: String, at time: Instant) {
        guard let source = noteSources.first(where: { $0.name == who }) else { return }
        writer.note("\(who): \(text)", of: source.interface, at: CaptureTime(time))
    }

    fileprivate func add(
        _ packet: Span<UInt8>, _ direction: HCIDirection,
        of interface: PcapngWriter.HostInterface, at time: Instant
    ) {
        writer.append(packet, direction, of: interface, at: CaptureTime(time))
    }

    /// Writes everything to the operating system, so that it survives a kill of the process.
    func flush() {
        pcapng?.write(writer.output)
        writer.output = []
        for (host, file) in zip(hosts, btsnoops) { host.flush(into: file) }
        for file in files { file.flush() }
    }

    /// Flushes if half a second has passed since the last time, or if much has been collected.
    ///
    /// - Parameter now: in wall-clock seconds, from any origin.
    func flush(now: Double) {
        guard
            now - flushed >= 0.5 || writer.output.count > 1 << 20
                || hosts.contains(where: { $0.waiting > 1 << 20 })
        else { return }
        flushed = now
        flush()
    }

    /// Completes the files, or reports the first error.
    func close() throws(RunError) {
        // A run without hosts has an empty capture.
        if hosts.isEmpty { btsnoops.first?.write(BtsnoopWriter().output) }
        flush()
        var failure = self.failure
        for file in files {
            do throws(RunError) { try file.close("the capture") } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// The run did not start: removes the files.
    func discard() { for file in files { file.discard() } }
}

/// The capture of one host's packets.
final class HostCapture: HCITap {
    let name: String
    /// The capture keeps its hosts.
    private weak var capture: Capture?
    private var snoop: BtsnoopWriter?
    private let interface: PcapngWriter.HostInterface?

    fileprivate init(
        name: String, in capture: Capture, snoop: BtsnoopWriter?,
        interface: PcapngWriter.HostInterface?
    ) {
        self.name = name
        self.capture = capture
        self.snoop = snoop
        self.interface = interface
    }

    /// A complete H4 packet between the host and its controller, indicator byte first.
    func packet(_ bytes: Span<UInt8>, sentByHost: Bool, at time: Instant) {
        let direction: HCIDirection = sentByHost ? .toController : .toHost
        snoop?.append(bytes, direction, at: CaptureTime(time))
        if let interface { capture?.add(bytes, direction, of: interface, at: time) }
    }

    /// Bytes that are not written yet.
    fileprivate var waiting: Int { snoop?.output.count ?? 0 }

    fileprivate func flush(into file: OutputFile) {
        guard let output = snoop?.output, !output.isEmpty else { return }
        file.write(output)
        snoop?.output = []
    }
}

extension CaptureTime {
    fileprivate init(_ time: Instant) { self.init(nanoseconds: time.nanoseconds) }
}
