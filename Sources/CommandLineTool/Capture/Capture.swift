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
    private var btsnoops: [CaptureFile] = []
    private let pcapng: CaptureFile?
    private var writer: PcapngWriter
    private var hosts: [HostCapture] = []
    private var noteSources: [(name: String, interface: PcapngWriter.NoteInterface)] = []
    private var failure: RunError?
    private var flushed = 0.0

    /// Makes the files that are asked for.
    ///
    /// - Parameter scenario: as the person named it.
    init(btsnoop: String?, pcapng: String?, scenario: String) throws(RunError) {
        btsnoopPath = btsnoop
        if let btsnoop { btsnoops.append(try CaptureFile(btsnoop, option: "btsnoop")) }
        self.pcapng = if let pcapng { try CaptureFile(pcapng, option: "pcapng") } else { nil }
        writer = PcapngWriter(application: "boardsim \(Tool.version)", comment: scenario)
    }

    // A run that ended by an error still has its capture up to there.
    deinit { flush() }

    /// A host joins: its packets go to what comes back.
    ///
    /// - Parameters:
    ///   - name: in the list of interfaces.
    ///   - about: what it is, in words.
    func addHost(_ name: String, about: String) -> HostCapture {
        if let btsnoopPath, hosts.count >= btsnoops.count {
            do throws(RunError) {
                btsnoops.append(
                    try CaptureFile(
                        Self.path(btsnoopPath, ofHost: hosts.count), option: "btsnoop"))
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
    }

    /// Flushes if half a second has passed since the last time, or if much has been gathered.
    ///
    /// - Parameter now: in seconds of the wall clock, since any moment.
    func flush(now: Double) {
        guard now - flushed >= 0.5 || writer.output.count > 1 << 20 else { return }
        flushed = now
        flush()
    }

    /// Everything is in the files, or the first of what went wrong is told.
    func close() throws(RunError) {
        // A run without a host has a file without a packet.
        if hosts.isEmpty { btsnoops.first?.write(BtsnoopWriter().output) }
        flush()
        var failure = self.failure
        for file in btsnoops + [pcapng].compactMap(\.self) {
            do throws(RunError) { try file.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
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

    fileprivate func flush(into file: CaptureFile) {
        guard let output = snoop?.output, !output.isEmpty else { return }
        file.write(output)
        snoop?.output = []
    }
}

extension CaptureTime {
    fileprivate init(_ time: Instant) { self.init(nanoseconds: time.nanoseconds) }
}
