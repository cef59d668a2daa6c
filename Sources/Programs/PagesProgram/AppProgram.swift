import AppPage
import CommandLineProgram
import CommandLineTool
import Declaration
import Dispatch
import EventLoop
import Foundation
import MetaWearFirmware
import MetaWearPersistence
import MetaWearRadios
import MetaWearTransport
import WebPage

/// `boardsim app`: the app for boards.
let appCommand = PageCommands.app.doing { arguments, console in
    console.reporting { () throws(RunError) in
        let read = OptionReader(arguments, of: "app")
        let options = try PageOptions(read)
        if arguments.has("demo"), arguments.has("radio") {
            throw read.wrong("`--demo` and `--radio` exclude each other")
        }
        return AppProgram(arguments, options).run(console)
    }
}

/// The app's program: the app on the main thread, its server and its radio on that of the event loop.
private struct AppProgram: Sendable {
    private static let usualPort: UInt16 = 8702

    private let isDemo: Bool
    private let radio: String?
    private let data: String?
    private let options: PageOptions

    init(_ arguments: Arguments, _ options: PageOptions) {
        isDemo = arguments.has("demo")
        radio = arguments.value("radio")
        data = arguments.value("data")
        self.options = options
    }

    /// Runs until a signal comes.
    func run(_ console: Console) -> ExitStatus {
        do {
            let thread = try LoopThread.shared()
            let model = try MainActor.assumeIsolated { try makeModel(on: thread) }
            let host = AppHost(thread)
            let options = options
            Task {
                guard await host.serve(model, options, usualPort: Self.usualPort) else {
                    exit(ExitStatus.environment.rawValue)
                }
                await model.begin()
            }
            return withExtendedLifetime(host) { dispatchMain() }
        } catch {
            console.complain("boardsim app: \((error as any Error).localizedDescription)\n")
            return .environment
        }
    }

    @MainActor private func makeModel(on thread: LoopThread) throws -> AppModel {
        // A simulated board is gone with the program, and with it what there is to remember.
        let folder =
            data.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? (isDemo ? nil : ModelContainer.defaultURL.deletingLastPathComponent())
        let container =
            try folder.map { try ModelContainer(url: $0.appending(path: "sessions.sqlite")) }
            ?? MWPersistenceStore.makeContainer(inMemory: true)
        return AppModel(
            radio: try makeRadio(on: thread),
            store: MWPersistenceStore(modelContainer: container), folder: folder,
            server: isDemo ? MWFirmwareServer(fetcher: DemoFirmware()) : MWFirmwareServer(),
            isDemo: isDemo)
    }

    private func makeRadio(on thread: LoopThread) throws -> any BLERadio {
        if isDemo {
            return MetaWearRadios.radio(try DemoBoards.port(on: thread.loop.value), on: thread)
        }
        return radio.map(MetaWearRadios.radio(named:)) ?? MetaWearRadios.standard()
    }
}

/// Serves the app on the event loop's thread until a signal comes.
private actor AppHost {
    private let thread: LoopThread
    private var server: PageServer?
    private var interrupt: LoopInterrupt?

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ thread: LoopThread) { self.thread = thread }

    /// False after a complaint.
    func serve(_ model: AppModel, _ options: PageOptions, usualPort: UInt16) -> Bool {
        interrupt = LoopInterrupt(on: thread.loop.value) {
            Task {
                await model.close()
                exit(ExitStatus.success.rawValue)
            }
        }
        server = options.serve(
            AppPage(model), usualPort: usualPort, on: thread.loop.value, .system)
        return server != nil
    }
}
