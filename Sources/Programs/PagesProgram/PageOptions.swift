import CommandLineProgram
import Declaration
import EventLoop
import Glibc
import PageModel
import WebPage

/// What every page's command has in common: where it listens, and who may come.
struct PageOptions {
    private let host: String?
    private let port: UInt16?
    private let opensBrowser: Bool

    init(_ read: OptionReader) throws(RunError) {
        host = read.arguments.value("listen")
        opensBrowser = read.arguments.has("open")
        port = try read.number("port", in: 0...Int(UInt16.max)).map { UInt16($0) }
    }

    /// Starts the server, and prints the link; nil after a complaint.
    ///
    /// - Parameter usualPort: of this page, so that a browser that stays open finds it again.
    func serve(
        _ page: any Page, usualPort: UInt16, on loop: EventLoop, _ console: Console
    ) -> PageServer? {
        do throws(PageServerError) {
            let server = try PageServer(
                page, site: try Site(page: page.folder), on: loop, host: host ?? "127.0.0.1",
                port: port, usualPort: usualPort, token: Self.givenToken)
            if server.isReachableFromOutside {
                console.complain(
                    "warning: the page is reachable from outside this machine; its link gives full control\n"
                )
            }
            for link in server.links { console.write("\(link)\n") }
            if opensBrowser, let link = server.links.first { open(link, on: loop, console) }
            return server
        } catch {
            console.complain("boardsim \(page.folder): \(error)\n")
            return nil
        }
    }

    /// A token that survives a restart, so that open pages come back.
    private static var givenToken: String? {
        guard let text = getenv("BOARDSIM_PAGE_TOKEN") else { return nil }
        let token = String(cString: text)
        return token.isEmpty ? nil : token
    }

    private func open(_ link: String, on loop: EventLoop, _ console: Console) {
        // Without a browser it lists on standard error what it has tried.
        guard let process = ChildProcess("xdg-open", [link], output: .nothing, error: .nothing)
        else {
            console.complain(
                "--open needs `xdg-open` (Debian package xdg-utils); open the link by hand\n")
            return
        }
        // It may run for as long as the browser; its watch keeps itself until then.
        var watch: Watch?
        watch = loop.watch(process: process.pid) { status in
            watch?.cancel()
            watch = nil
            guard ChildProcess.end(status) != .status(0) else { return }
            console.complain(
                "--open: `xdg-open` found no browser that it can start; open the link by hand\n")
        }
    }
}
