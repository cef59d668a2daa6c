import CGIO
import DBus
import Glibc

/// A private message bus: a `dbus-daemon` that this process starts and that ends with it, for tests and benchmarks.
///
/// Any process that can reach its socket may use it and own any name, without saying who it is.
package final class PrivateBus {
    /// What clients set as `DBUS_SYSTEM_BUS_ADDRESS`.
    package let address: String
    private let daemon: DaemonThread
    private let folder: BusFolder

    /// Starts the daemon and waits until it is listening.
    ///
    /// - Parameter path: of its socket; without one it gets its own folder, accessible to the user
    ///   only.
    package init(socket path: String? = nil) throws(DBusError) {
        guard let program = Self.program("dbus-daemon") else {
            throw DBusError(
                "org.freedesktop.DBus.Error.Spawn.FileInvalid",
                "there is no dbus-daemon; install Debian's package dbus-daemon")
        }
        folder = try BusFolder()
        let directory = folder.path
        let socket = path ?? directory + "/bus"
        let configuration = directory + "/bus.conf"
        guard Self.write(Self.configuration(socket), to: configuration) else {
            throw Self.error(configuration, errno)
        }
        var arguments = [
            program, "--config-file=\(configuration)", "--nofork", "--nopidfile",
            "--print-address=1",
        ]
        // Ctrl-C reaches all foreground processes of a terminal: the daemon must outlive our own
        // shutdown.
        if let setsid = Self.program("setsid") { arguments = [setsid] + arguments }
        // The daemon ends with its thread, and so with the process, however that ends; by a signal
        // that cannot be blocked, because a test's threads and their children block others.
        if let setpriv = Self.program("setpriv") {
            arguments = [setpriv, "--pdeathsig", "KILL"] + arguments
        }
        daemon = try DaemonThread { () throws(DBusError) in
            try Self.start(arguments, in: directory)
        }
        address = daemon.line
    }

    /// The daemon's messages go to a file: it complains about limits that it may not raise, even if
    /// that is harmless.
    private static func start(
        _ arguments: [String], in directory: String
    ) throws(DBusError) -> (DBus.GObject, String) {
        let launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE)
        defer { if let launcher { g_object_unref(UnsafeMutableRawPointer(launcher)) } }
        let log = directory + "/log"
        g_subprocess_launcher_set_stderr_file_path(launcher, log)
        var words = arguments.map { strdup($0).map { UnsafePointer($0) } } + [nil]
        defer { for word in words { free(UnsafeMutableRawPointer(mutating: word)) } }
        var error: UnsafeMutablePointer<GError>?
        guard let raw = g_subprocess_launcher_spawnv(launcher, &words, &error) else {
            throw DBusError(taking: error)
        }
        let process = DBus.GObject(taking: raw)
        let line = firstLine(of: g_subprocess_get_stdout_pipe(raw))
        guard !line.isEmpty else {
            g_subprocess_force_exit(raw)
            g_subprocess_wait(raw, nil, nil)
            throw DBusError(
                "org.freedesktop.DBus.Error.Spawn.ChildExited",
                "dbus-daemon did not start: \(text(of: log))")
        }
        return (process, line)
    }

    private static func text(of file: String) -> String {
        var contents: UnsafeMutablePointer<CChar>?
        guard g_file_get_contents(file, &contents, nil, nil) != 0, let contents else { return "" }
        defer { g_free(contents) }
        let lines = String(cString: contents).split(whereSeparator: \.isNewline)
        return lines.joined(separator: "; ")
    }

    /// The line that the daemon prints once it listens; empty if it ended before.
    private static func firstLine(of pipe: UnsafeMutablePointer<GInputStream>?) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while g_input_stream_read(pipe, &byte, 1, nil, nil) == 1, byte != 10 { bytes.append(byte) }
        return byte == 10 ? String(decoding: bytes, as: UTF8.self) : ""
    }

    private static func program(_ name: String) -> String? {
        guard let path = g_find_program_in_path(name) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }

    private static func write(_ text: String, to path: String) -> Bool {
        g_file_set_contents(path, text, gssize(text.utf8.count), nil) != 0
    }

    private static func error(_ path: String, _ number: Int32) -> DBusError {
        DBusError(
            "org.freedesktop.DBus.Error.Failed", "\(path): \(String(cString: strerror(number)))")
    }

    /// The configuration, see `dbus-daemon(1)`; of the type `session`, because a system bus would
    /// raise limits that only root may raise. Without the limits below a client can have at most
    /// 128 calls in flight, and the daemon 256 connections per user.
    private static func configuration(_ socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(BusAddress.escaped(socket))</listen>
          <auth>EXTERNAL</auth>
          <auth>ANONYMOUS</auth>
          <allow_anonymous/>
          <policy context="default">
            <allow user="*"/>
            <allow own="*"/>
            <allow send_destination="*" eavesdrop="true"/>
            <allow receive_sender="*" eavesdrop="true"/>
          </policy>
          <limit name="max_replies_per_connection">50000</limit>
          <limit name="max_connections_per_user">10000</limit>
          <limit name="max_completed_connections">10000</limit>
          <limit name="max_match_rules_per_connection">50000</limit>
        </busconfig>

        """
    }
}
