import Bluetooth
import Central
import Scenario
import Simulation
import VirtualRadio

/// The capture files of one run: `--btsnoop` and `--pcapng`.
///
/// A pcapng file has everything. A btsnoop file is the log of one host, whose connection handles
/// are its own: the first host has the file that was named, the others one each beside it, with
/// their number before the ending. What has been gathered goes to the files with every `flush`.
final class Capture {
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

    /// Opens no file yet: what comes before ``open(_:)`` waits for it.
    ///
    /// - Parameters:
    ///   - scenario: as the person named it.
    ///   - claims: knows what the command reads and writes beside them.
    init(btsnoop: String?, pcapng: String?, scenario: String, claims: OutputClaims? = nil) {
        btsnoopPath = btsnoop
        self.claims = claims
        btsnoops = [btsnoop].compactMap(\.self).map { OutputFile($0, option: "--btsnoop") }
        self.pcapng = pcapng.map { OutputFile($0, option: "--pcapng") }
        writer = PcapngWriter(application: "boardsim \(Tool.version)", comment: scenario)
    }

    // A run that ended by an error still has its capture up to there.
    deinit { flush() }

    /// Makes the files that are asked for; those of hosts that come later are made then.
    func open(_ console: Console) throws(RunError) {
        if let failure { throw failure }
        for file in files { try file.open(console) }
        self.console = console
    }

    private var files: [OutputFile] { btsnoops + [pcapng].compactMap(\.self) }

    /// A host joins: its packets go to what comes back.
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

    /// A source of notes joins.
    func addNotes(_ name: String, as title: String, about: String) {
        guard pcapng != nil else { return }
        noteSources.append((name, writer.addNotes(title, about: about)))
    }

    /// Something that is not a packet, at its moment; a btsnoop file has no room for it.
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

    /// Hands everything to the operating system: what a kill of the process cannot take back.
    func flush() {
        pcapng?.write(writer.output)
        writer.output = []
        for (host, file) in zip(hosts, btsnoops) { host.flush(into: file) }
        for file in files { file.flush() }
    }

    /// Flushes if half a second has passed since the last time, or if much has been gathered.
    ///
    /// - Parameter now: in seconds of the wall clock, since any moment.
    func flush(now: Double) {
        guard
            now - flushed >= 0.5 || writer.output.count > 1 << 20
                || hosts.contains(where: { $0.waiting > 1 << 20 })
        else { return }
        flushed = now
        flush()
    }

    /// Everything is in the files, or the first of what went wrong is told.
    func close() throws(RunError) {
        // A run without a host has a file without a packet.
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

    /// The run did not begin: nothing is left of the files.
    func discard() { for file in files { file.discard() } }
}

/// Where the packets of one host go.
final class HostCapture: HCITap {
    /// As the capture names it.
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

    /// A whole H4 packet between the host and its controller, indicator byte first.
    func packet(_ bytes: Span<UInt8>, sentByHost: Bool, at time: Instant) {
        let direction: HCIDirection = sentByHost ? .toController : .toHost
        snoop?.append(bytes, direction, at: CaptureTime(time))
        if let interface { capture?.add(bytes, direction, of: interface, at: time) }
    }

    /// Bytes that no file has yet.
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
