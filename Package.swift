// swift-tools-version: 6.2
import PackageDescription

/// One set of settings for every target, so that no target speaks another dialect.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
]

/// Swift's `round` and friends are libm's on Linux.
let libm: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux]))]

/// Where libsoup's headers lie. Its pkg-config file gives `-pthread` as well, see `CGIO`. No library product has a target
/// with these flags, so that packages can depend on this one by its version.
let libsoup: [SwiftSetting] = [.unsafeFlags(["-Xcc", "-I/usr/include/libsoup-3.0"])]

/// Time, randomness, byte layouts, JSON and motion.
let base: [Target] = [
    .target(name: "Simulation", swiftSettings: settings, linkerSettings: libm),
    .target(name: "Wire", swiftSettings: settings),
    // JSON values, and objects whose fields are declared once to be written, read and described.
    .target(name: "JSON", dependencies: ["Simulation"], swiftSettings: settings),
    // Modules and signals of a MetaWear as hosts know them; firmware does not use it.
    .target(name: "MetaWearTables", swiftSettings: settings),
    .target(name: "Motion", dependencies: ["Simulation"], swiftSettings: settings),
    // Tasks in virtual time. Its C side is in front of the clocks of libc and of libdispatch.
    .target(name: "CVirtualTime", cSettings: [.define("_GNU_SOURCE")]),
    .target(name: "VirtualTime", dependencies: ["CVirtualTime"], swiftSettings: settings),
]

/// Bluetooth, from packets to links through the air.
let air: [Target] = [
    .target(name: "Bluetooth", swiftSettings: settings),
    .target(
        name: "Peripheral", dependencies: ["Bluetooth", "Simulation"], swiftSettings: settings),
    .target(
        name: "Pairing", dependencies: ["Peripheral", "Bluetooth", "Simulation"],
        swiftSettings: settings),
    .target(
        name: "VirtualRadio",
        dependencies: ["Pairing", "Peripheral", "Bluetooth", "Motion", "Simulation"],
        swiftSettings: settings),
    .target(
        name: "Central",
        dependencies: ["VirtualRadio", "Pairing", "Peripheral", "Bluetooth", "Simulation"],
        swiftSettings: settings),
]

/// The firmware of the boards and of the cap.
let devices: [Target] = [
    .target(
        name: "Device", dependencies: ["Peripheral", "Bluetooth", "Simulation"],
        swiftSettings: settings),
    .target(
        name: "MetaWearBoard",
        dependencies: ["Device", "Peripheral", "Bluetooth", "Motion", "Simulation", "Wire"],
        // In the program itself, so that `boardsim dissector` needs no checkout.
        resources: [.embedInCode("Wireshark/dissector.lua")], swiftSettings: settings),
    .target(
        name: "TrikiCap",
        dependencies: ["Device", "Peripheral", "Bluetooth", "Motion", "Simulation", "Wire"],
        swiftSettings: settings),
]

/// The host's side: what programs use that talk to the devices.
let clients: [Target] = [
    // What a host knows of a MetaWear: packets, sensors, processors and the log, without any waiting.
    .target(
        name: "MetaWearProtocol", dependencies: ["MetaWearTables", "Wire"],
        swiftSettings: settings),
    // What a host knows of a Triki cap: its services, commands and frames.
    .target(name: "CapProtocol", swiftSettings: settings),
]

/// The Linux edge: the operating system, its daemons and files.
let linux: [Target] = [
    // The C library's own account of the heap, for `boardsim bench`.
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CProcess"),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: settings),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "LibCrypto", dependencies: ["CCrypto", "Pairing"], swiftSettings: settings),
    .target(
        name: "FlashStore", dependencies: ["MetaWearBoard", "Pairing", "Bluetooth", "Wire"],
        swiftSettings: settings),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .target(name: "EventLoop", dependencies: ["Simulation", "CGLib"], swiftSettings: settings),
    // D-Bus, through GIO. Its own pkg-config file gives `-pthread`, which SwiftPM warns of and leaves out; that of GLib
    // has the same folders, and the module maps have the libraries.
    .systemLibrary(name: "CGIO", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .target(name: "DBus", dependencies: ["EventLoop", "CGIO"], swiftSettings: settings),
    .target(
        name: "BlueZ",
        dependencies: ["DBus", "EventLoop", "Peripheral", "Bluetooth", "Simulation"],
        swiftSettings: settings),
    .target(
        name: "BlueZStandIn",
        dependencies: [
            "DBus", "EventLoop", "Central", "VirtualRadio", "Pairing", "Peripheral", "Bluetooth",
            "Simulation",
        ], swiftSettings: settings),
    .target(
        name: "BlueZCentral",
        dependencies: [
            "DBus", "EventLoop", "Central", "Peripheral", "Bluetooth", "Simulation",
        ], swiftSettings: settings),
    .target(
        name: "HCITransport", dependencies: ["EventLoop", "VirtualRadio", "Bluetooth"],
        swiftSettings: settings),
    // Ways to a board that is not in this process.
    .target(
        name: "HCICentral",
        dependencies: [
            "HCITransport", "EventLoop", "Central", "VirtualRadio", "Peripheral", "Bluetooth",
            "Simulation",
        ], swiftSettings: settings),
    .target(
        name: "USBTransport", dependencies: ["EventLoop", "MetaWearBoard"],
        swiftSettings: settings),
    // Programs whose time a run leads: what they preload, in `Sources/Preload`, is no target (docs/decisions/0032).
    .systemLibrary(name: "CLedTime"),
    .target(name: "LedTime", dependencies: ["CLedTime"], swiftSettings: settings),
    // The Lab Streaming Layer, whose library is loaded by name when a run has outlets.
    .target(name: "LSL", swiftSettings: settings),
    // Where the cases, scenarios and pages lie that come with the program.
    .target(name: "ShippedFiles", swiftSettings: settings),
]

#if os(macOS)
    let bluetoothTypes: [Target.Dependency] = []
    let linuxRadios: [Target.Dependency] = []
    let appleFrameworks: [Target] = []
#else
    let bluetoothTypes: [Target.Dependency] = ["CoreBluetooth"]
    let linuxRadios: [Target.Dependency] = ["MetaWearRadios"]
    /// The few types of Apple's frameworks that the SDK's API names.
    let appleFrameworks: [Target] = [
        .target(name: "CoreBluetooth", swiftSettings: settings),
        .target(name: "SwiftData", dependencies: ["MetaWearPersistence"], swiftSettings: settings),
    ]
#endif

/// What an app imports: the SDK, with Foundation and tasks, and what stands on it.
let sdk: [Target] =
    [
        // The radio that everything else is written against.
        .target(
            name: "MetaWearTransport",
            dependencies: bluetoothTypes + [
                "LibCrypto", "MetaWearProtocol", "Central", "Peripheral", "Bluetooth",
            ], swiftSettings: settings),
        .target(
            name: "MetaWear",
            dependencies: bluetoothTypes + linuxRadios + [
                "MetaWearTransport", "MetaWearProtocol", "MetaWearTables",
            ],
            swiftSettings: settings),
        // BlueZ and HCI controllers, as actors on the event loop's thread.
        .target(
            name: "MetaWearRadios",
            dependencies: bluetoothTypes + [
                "MetaWearTransport", "BlueZCentral", "HCICentral", "HCITransport", "EventLoop",
                "Central", "Bluetooth",
            ], swiftSettings: settings),
        // Simulated boards for tasks in virtual time.
        .target(
            name: "MetaWearSimulator",
            dependencies: bluetoothTypes + [
                "MetaWearTransport", "VirtualTime",
                "MetaWearBoard", "Central", "VirtualRadio", "Bluetooth", "Motion", "Simulation",
            ], swiftSettings: settings),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Sessions and their samples in a file.
        .target(
            name: "MetaWearPersistence", dependencies: ["CSQLite", "MetaWear"],
            swiftSettings: settings),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        // The firmware of boards: where it is published, how it is packed, and the update.
        .target(
            name: "MetaWearFirmware",
            dependencies: bluetoothTypes + linuxRadios + [
                "CZip", "MetaWear", "MetaWearTransport", "MetaWearProtocol",
            ], swiftSettings: settings),
    ] + appleFrameworks

/// What a scenario file says, and what happens when it runs.
let scenarios: [Target] = [
    // The language of the files that people write: keys, located errors, schema, reference.
    .target(
        name: "Declaration", dependencies: ["YAML", "JSON", "Bluetooth", "Simulation", "Wire"],
        swiftSettings: settings),
    // A host that follows a script: its steps, what it sends and what it makes of the answers. It
    // knows the protocol and no firmware.
    .target(
        name: "ScriptedClient",
        dependencies: [
            "Declaration", "MetaWearProtocol", "CapProtocol", "MetaWearTables", "YAML",
            "Central", "VirtualRadio", "Pairing", "Peripheral", "Bluetooth", "Motion",
            "Simulation", "Wire",
        ], swiftSettings: settings),
    // The keys of a scenario file, with its schema and reference page.
    .target(
        name: "ScenarioFile",
        dependencies: [
            "ScriptedClient", "Declaration", "JSON", "MetaWearTables", "YAML", "Central",
            "VirtualRadio",
            "Device", "Peripheral", "Bluetooth", "Motion", "Simulation", "Wire",
        ], swiftSettings: settings),
    // Builds what a file describes, runs it and judges it.
    .target(
        name: "ScenarioRun",
        dependencies: [
            "ScenarioFile", "ScriptedClient", "Declaration", "MetaWearProtocol", "MetaWearTables",
            "YAML", "FlashStore", "Central", "VirtualRadio", "Pairing", "MetaWearBoard",
            "TrikiCap", "Device", "Peripheral", "Bluetooth", "Motion", "Simulation",
        ], swiftSettings: settings),
    // The boards of a scenario file for apps that are written with the SDK.
    .target(
        name: "MetaWearScenario",
        dependencies: [
            "ScenarioRun", "ScenarioFile", "MetaWearSimulator", "MetaWearRadios",
            "MetaWearTransport", "MetaWearProtocol", "VirtualTime", "EventLoop", "LibCrypto",
            "Declaration", "Central", "Peripheral", "Bluetooth", "Simulation",
        ], swiftSettings: settings),
]

/// Verdicts on boards, clients and runs, and how they are written.
let judges: [Target] = [
    // Watches what a client does with a board.
    .target(
        name: "ClientJudge",
        dependencies: [
            "MetaWearTables", "MetaWearBoard", "TrikiCap", "Device", "Peripheral", "Bluetooth",
            "Simulation", "Wire",
        ],
        swiftSettings: settings),
    .target(
        name: "Conformance",
        dependencies: [
            "ScenarioRun", "ScenarioFile", "ScriptedClient", "Declaration", "JSON",
            "MetaWearTables",
            "YAML", "Central",
            "MetaWearBoard", "TrikiCap", "Device", "Peripheral", "Bluetooth", "Motion",
            "Simulation", "Wire",
        ], swiftSettings: settings),
    // Answers, on one board, what descriptions of boards leave open.
    .target(
        name: "Qualification",
        dependencies: [
            "Conformance", "JSON", "MetaWearTables", "Central", "Bluetooth",
            "Simulation", "Wire",
        ], swiftSettings: settings),
    // Plays a capture of a host with a real board against the model.
    .target(
        name: "Replay",
        dependencies: [
            "Conformance", "ScenarioRun", "ScenarioFile", "ScriptedClient", "Declaration",
            "MetaWearProtocol", "CapProtocol", "MetaWearTables", "Central", "VirtualRadio",
            "MetaWearBoard", "Device", "Peripheral", "Bluetooth", "Simulation", "Wire",
        ], swiftSettings: settings),
    // One scenario in many worlds: which ones, what they found, and the smallest one that fails.
    .target(
        name: "Sweep",
        dependencies: [
            "ScenarioRun", "ScenarioFile", "ScriptedClient", "Declaration", "JSON", "YAML",
            "Simulation",
        ], swiftSettings: settings),
    // Every fault at every point of a run, and where a client fails.
    .target(
        name: "Exploration",
        dependencies: [
            "ScenarioRun", "ScenarioFile", "ScriptedClient", "Declaration", "JSON", "YAML",
            "VirtualRadio", "Bluetooth", "Simulation", "Wire",
        ], swiftSettings: settings),
    .target(
        name: "Report",
        dependencies: [
            "Exploration", "Sweep", "Conformance", "ClientJudge", "ScenarioRun", "ScenarioFile",
            "ScriptedClient",
            "JSON", "MetaWearTables", "Bluetooth", "Simulation",
        ],
        resources: [
            .embedInCode("Web/page.css"), .embedInCode("Web/page.js"),
            .embedInCode("Web/map.js"),
            .embedInCode("Web/player.html"), .embedInCode("Web/player.css"),
            .embedInCode("Web/player.js"),
        ], swiftSettings: settings),
    // An app's tests in every world in which something goes wrong.
    .target(
        name: "MetaWearTesting",
        dependencies: [
            "Report", "Exploration", "ClientJudge", "MetaWearScenario", "MetaWearProtocol",
            "VirtualTime", "ScenarioRun", "ScenarioFile", "Declaration", "YAML", "Simulation",
        ], swiftSettings: settings),
]

/// Pages for browsers: what they show and do, and the server.
let pages: [Target] = [
    // A page without a browser: state, commands, samples.
    .target(name: "PageModel", dependencies: ["JSON"], swiftSettings: settings),
    // State and commands of the live board.
    .target(
        name: "LivePage",
        dependencies: [
            "PageModel", "ScenarioRun", "ScenarioFile", "ScriptedClient", "Declaration", "JSON",
            "YAML", "MetaWearTables", "MetaWearBoard", "TrikiCap", "Device", "Peripheral", "Motion",
            "Simulation", "Wire",
        ], swiftSettings: settings),
    // The server of a page.
    .systemLibrary(name: "CSoup", pkgConfig: "glib-2.0", providers: [.apt(["libsoup-3.0-dev"])]),
    .target(
        name: "WebPage",
        dependencies: ["PageModel", "ShippedFiles", "EventLoop", "CSoup", "JSON"],
        swiftSettings: settings + libsoup),
    // The app for boards, over the SDK.
    .target(
        name: "AppPage",
        dependencies: bluetoothTypes + [
            "PageModel", "MetaWear", "MetaWearPersistence", "MetaWearFirmware", "MetaWearTransport",
            "JSON", "MetaWearTables",
        ], swiftSettings: settings),
]

/// Everything about the Triki cap but its firmware and the bytes of its protocol: the engine, menus and games,
/// attitudes, and the page.
let triki: [Target] = [
    // The Triki cap as a game controller.
    .target(name: "VeltoKit", dependencies: ["CapProtocol", "Motion"], swiftSettings: settings),
    // Menus that the cap moves through, without a screen.
    .target(name: "TrikiUI", dependencies: ["VeltoKit"], swiftSettings: settings),
    // Games of the cap: rules, physics and score, without a screen.
    .target(
        name: "TrikiGames", dependencies: ["TrikiUI", "VeltoKit", "Motion", "Simulation"],
        swiftSettings: settings),
    // The engine's radio on the virtual air.
    .target(
        name: "VeltoRadio",
        dependencies: [
            "VeltoKit", "Central", "VirtualRadio", "Peripheral", "Bluetooth", "Simulation",
        ], swiftSettings: settings),
    // A device's attitude as a stream of bytes.
    .target(name: "AttitudeStream", dependencies: ["Motion"], swiftSettings: settings),
    // The Triki engine's radio on those of the SDK.
    .target(
        name: "VeltoTransport",
        dependencies: bluetoothTypes + ["VeltoKit", "MetaWearTransport"],
        swiftSettings: settings),
    // Attitudes over TCP, and how sender and receiver find each other.
    .target(
        name: "AttitudeTransport", dependencies: ["AttitudeStream", "DBus", "EventLoop"],
        swiftSettings: settings),
    // The Triki cap's menu and games.
    .target(
        name: "GamesPage",
        dependencies: [
            "PageModel", "JSON", "TrikiGames", "TrikiUI", "VeltoKit", "VeltoRadio",
            "Central", "ScenarioRun", "TrikiCap", "VirtualRadio", "Bluetooth", "Motion",
            "Simulation",
        ], swiftSettings: settings),
    // The entry: what programs add to the command line, which are the commands around the cap, its page, and the games
    // that a scripted client plays.
    .target(
        name: "TrikiTool",
        dependencies: [
            "CommandLineTool", "LiveRun", "CommandLineProgram", "GamesPage", "AttitudeTransport",
            "AttitudeStream", "TrikiGames", "TrikiUI", "VeltoKit", "VeltoRadio", "PageModel",
            "ScenarioRun", "ScenarioFile", "ScriptedClient", "Declaration", "EventLoop",
            "MetaWearProtocol", "Central", "Peripheral", "Bluetooth", "Motion", "Simulation",
        ], swiftSettings: settings),
]

/// What a user starts. The benchmark is a program of its own: building boardsim does not build it.
let programs: [Target] = [
    // Arguments, console and files of a program on the command line; it knows no board.
    .target(
        name: "CommandLineProgram",
        dependencies: [
            "EventLoop", "ShippedFiles", "Declaration", "Simulation", "Wire", "CProcess",
        ], swiftSettings: settings),
    // The options, files and outputs of a run, and a run with external hosts.
    .target(
        name: "LiveRun",
        dependencies: [
            "CommandLineProgram", "LivePage", "BlueZ", "BlueZStandIn", "DBus", "USBTransport",
            "HCITransport", "AttitudeTransport", "AttitudeStream", "EventLoop", "LedTime",
            "ShippedFiles", "LibCrypto",
            "VirtualRadio", "Pairing", "Report", "Sweep", "ScenarioRun", "ScenarioFile",
            "ScriptedClient", "Declaration", "JSON", "Central", "MetaWearBoard", "Device",
            "Peripheral",
            "Bluetooth",
            "Motion", "Simulation", "Wire",
        ], swiftSettings: settings),
    // The commands.
    .target(
        name: "CommandLineTool",
        dependencies: [
            "LiveRun", "CommandLineProgram", "LivePage", "Conformance", "ClientJudge",
            "HCICentral", "BlueZCentral", "HCITransport", "EventLoop", "ShippedFiles",
            "LibCrypto", "LSL", "Report", "Exploration", "Sweep", "Replay", "Qualification",
            "ScenarioRun", "ScenarioFile",
            "ScriptedClient", "Declaration", "JSON", "YAML", "Central", "MetaWearTables",
            "MetaWearBoard", "TrikiCap", "Device", "Peripheral", "Bluetooth", "Motion",
            "Simulation", "Wire",
        ], swiftSettings: settings),
    .executableTarget(
        name: "boardsim", dependencies: ["CommandLineTool", "TrikiTool"], swiftSettings: settings),
    // The pages, which need SQLite and libzip for the app: a program of their own.
    .executableTarget(
        name: "PagesProgram",
        dependencies: [
            "CommandLineTool", "LiveRun", "CommandLineProgram", "TrikiTool", "AppPage",
            "WebPage", "PageModel", "MetaWearFirmware", "MetaWearPersistence", "MetaWearRadios",
            "MetaWearScenario", "MetaWearSimulator", "MetaWearTransport", "EventLoop",
            "Declaration", "Central", "MetaWearBoard", "Motion", "Simulation",
        ],
        swiftSettings: settings + libsoup),
    // The SDK's demo, without a radio.
    .target(
        name: "DemoProgram", dependencies: bluetoothTypes + ["MetaWear"], swiftSettings: settings),
    .executableTarget(
        name: "MetaWearDemo", dependencies: ["DemoProgram", "MetaWear"], swiftSettings: settings),
    // The demo for people without a board.
    .executableTarget(
        name: "SimulatedDemo",
        dependencies: [
            "DemoProgram", "MetaWear", "MetaWearSimulator", "VirtualTime", "MetaWearBoard",
            "Motion",
        ], swiftSettings: settings),
    .executableTarget(
        name: "Benchmark",
        dependencies: bluetoothTypes + [
            .target(name: "CMalloc", condition: .when(platforms: [.linux])),
            "CommandLineTool", "LiveRun", "CommandLineProgram", "MetaWearPersistence", "MetaWear",
            "MetaWearSimulator", "MetaWearTransport", "VirtualTime", "TrikiGames", "VeltoRadio",
            "VeltoKit",
            "AttitudeTransport", "AttitudeStream", "Conformance",
            "BlueZ",
            "BlueZStandIn", "DBus", "DaemonBus", "HCITransport", "EventLoop", "LibCrypto",
            "ScenarioRun", "LivePage", "PageModel",
            "ScenarioFile", "Declaration", "JSON", "Central", "VirtualRadio",
            "MetaWearBoard", "TrikiCap", "Device", "Peripheral", "Bluetooth", "Motion",
            "Simulation", "Wire",
        ], swiftSettings: settings),
]

/// What tests need beside what their target does.
let testDependencies: [String: [Target.Dependency]] = [
    // Pairing is tested with the primitives that are injected into it.
    "Pairing": ["LibCrypto"], "Central": ["LibCrypto"],
    "Sweep": ["Bluetooth"],
    "ScenarioRun": ["LibCrypto", "JSON"], "Report": ["Declaration"],
    // Boards of the model, with the switches of their firmware and a radio that alters what goes through it.
    "Qualification": [
        "ScenarioRun", "ScenarioFile", "Declaration", "Device", "Peripheral",
    ],
    // D-Bus is tested against another implementation of it.
    "DBus": ["DBusPeer", "DaemonBus"], "BlueZ": ["DBusPeer", "CMalloc"],
    // What a host writes is read by the firmware, and the other way round.
    "MetaWearProtocol": ["MetaWearBoard", "Peripheral", "Bluetooth", "Motion", "Simulation"],
    // The SDK breaks no rule of the boards.
    "MetaWear": [
        "VirtualTime", "MetaWearSimulator", "MetaWearBoard", "JudgedDesk", "VirtualRadio", "Motion",
        "Device", "Simulation",
    ],
    "MetaWearRadios": [
        "MetaWear", "MetaWearFirmware", "MetaWearBoard", "Motion", "VirtualRadio", "BlueZStandIn",
        "DBus", "DaemonBus", "Simulation", "VeltoTransport", "VeltoKit", "TrikiCap",
    ],
    "VeltoTransport": [
        "VirtualTime", "MetaWearSimulator", "TrikiCap", "Device", "MetaWearBoard", "VirtualRadio",
        "Motion", "Peripheral", "Bluetooth", "Simulation",
    ],
    "HCICentral": ["TestPeripherals"],
    "MetaWearScenario": ["MetaWear"], "MetaWearTesting": ["MetaWear"],
    "DemoProgram": [
        "VirtualTime", "MetaWearSimulator", "MetaWearBoard", "JudgedDesk", "MetaWearTransport",
        "VirtualRadio", "Motion",
    ],
    "MetaWearFirmware": [
        "VirtualTime", "MetaWearSimulator", "MetaWearBoard", "JudgedDesk", "VirtualRadio",
        "Bluetooth", "Simulation",
    ],
    // With boards that are judged, and the state read as a browser reads it.
    "AppPage": [
        "VirtualTime", "MetaWearSimulator", "MetaWearBoard", "JudgedDesk", "VirtualRadio", "Motion",
        "Simulation", "Peripheral", "Bluetooth", "Device", "CSQLite",
    ],
    "MetaWearPersistence": appleFrameworks.map { .byName(name: $0.name) } + [
        "VirtualTime", "MetaWearSimulator", "MetaWearBoard", "JudgedDesk",
    ],
    "LivePage": ["LibCrypto"],
    "LiveRun": ["PageModel"], "CommandLineTool": ["DBus", "DaemonBus"],
    "VeltoKit": ["Simulation", "Wire"],
    "TrikiTool": ["VirtualRadio", "Pairing", "LibCrypto"],
    "GamesPage": ["ScenarioFile", "Peripheral", "TrikiTool"],
    // A game is played through the cap's firmware.
    "TrikiGames": ["VeltoRadio", "TrikiCap", "Central", "VirtualRadio", "Bluetooth"],
    "VeltoRadio": ["TrikiCap", "Motion"],
    "AttitudeStream": ["Simulation", "Wire"],
    "AttitudeTransport": ["DBusPeer", "Simulation"],
    "BlueZCentral": ["DaemonBus", "BlueZStandIn", "VirtualRadio", "TestPeripherals"],
    "BlueZStandIn": ["DBusPeer", "DaemonBus", "LibCrypto", "MetaWearBoard", "Motion"],
]

/// Optimising what calls the libraries once takes longer than it saves.
let plainly: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
/// The toolchain's lld links the program of all tests in a third of the time that the default linker takes.
let quickly: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]

/// What only tests use; without what it needs, everything else still builds.
let testSupport: [Target] = [
    // Where the checkout lies, for tests that read its files.
    .target(name: "Checkout", swiftSettings: settings),
    .target(
        name: "TestPeripherals", dependencies: ["Peripheral", "Bluetooth", "Simulation"],
        swiftSettings: settings),
    // Boards for the SDK under test, with a judge.
    .target(
        name: "JudgedDesk",
        dependencies: ["ClientJudge", "MetaWearSimulator", "VirtualTime", "Simulation"],
        swiftSettings: settings),
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    // The message bus that everybody has, to compare ours with; benchmarks use it, too.
    .target(name: "DaemonBus", dependencies: ["DBus", "CGIO"], swiftSettings: settings),
    .target(
        name: "DBusPeer", dependencies: ["CDBus", "DaemonBus", "DBus", "EventLoop"],
        swiftSettings: settings),
]
for target in testSupport {
    target.path = "Tests/Support/\(target.name)"
}

/// The folders of `Sources`, in the order of the layers: a target uses targets of its own folder and of those above
/// it (docs/decisions/0001). `TrikiTool` alone uses libraries of `Programs`, to which it adds. `Tests` has the same
/// folders.
let folders: KeyValuePairs = [
    "Base": base, "Air": air, "Devices": devices, "Clients": clients, "Linux": linux,
    "SDK": sdk, "Scenarios": scenarios, "Judges": judges, "Pages": pages, "Triki": triki,
    "Programs": programs,
]

/// A test target, named after it, for every target with sources but the one that only starts the tool and those that
/// are tested through others.
var tests: [Target] = []
for (folder, targets) in folders {
    for target in targets {
        target.path = "Sources/\(folder)/\(target.name)"
        guard target.type != .system,
            ![
                "boardsim", "PagesProgram", "MetaWearDemo", "SimulatedDemo", "CVirtualTime",
                "CoreBluetooth",
                "SwiftData",
            ]
            .contains(target.name)
        else {
            continue
        }
        let test = Target.testTarget(
            name: target.name + "Tests",
            dependencies: target.dependencies + [.byName(name: target.name), "Checkout"]
                + testDependencies[target.name, default: []],
            swiftSettings: (target.swiftSettings ?? []) + plainly, linkerSettings: quickly)
        test.path = "Tests/\(folder)/\(test.name)"
        tests.append(test)
    }
}

/// Executed examples of the published Triki software, played through the libraries and the cap's firmware.
let trikiVectors = Target.testTarget(
    name: "TrikiVectorTests",
    dependencies: [
        "VeltoKit", "TrikiUI", "AttitudeStream", "TrikiCap", "Peripheral", "Bluetooth", "Motion",
        "Simulation", "Checkout",
    ],
    path: "Tests/Triki/TrikiVectorTests",
    exclude: ["README.md", "vectors.json", "vectors.schema.json"],
    swiftSettings: settings + plainly)

/// The tool as programs start it, with what they add to it. Its commands alone are tested without.
let shippedTool = Target.testTarget(
    name: "ShippedToolTests",
    dependencies: [
        "CommandLineTool", "CommandLineProgram", "TrikiTool", "ScenarioFile", "ScriptedClient",
        "Declaration", "LibCrypto", "Checkout",
    ],
    path: "Tests/Programs/ShippedToolTests", swiftSettings: settings + plainly)

/// The libraries, each with its modules; docs/stability.md says what a version promises of them. `Boards` and `ClientJudge` are pure
/// Swift, and a test dependency on macOS as well as on Linux.
let libraries: KeyValuePairs = [
    "MetaWear": [
        "MetaWear", "MetaWearProtocol", "MetaWearTables", "MetaWearTransport", "MetaWearRadios",
        "CoreBluetooth",
    ],
    "MetaWearPersistence": ["MetaWearPersistence", "SwiftData"],
    "MetaWearFirmware": ["MetaWearFirmware"],
    "MetaWearSimulator": ["MetaWearSimulator"],
    "MetaWearScenario": ["MetaWearScenario"],
    // Apart, because it needs Swift Testing, which apps have not.
    "MetaWearTesting": ["MetaWearTesting"],
    "Boards": [
        "Simulation", "Wire", "Motion", "Bluetooth", "Peripheral", "Pairing", "VirtualRadio",
        "Central", "Device", "MetaWearBoard", "TrikiCap",
    ],
    "ClientJudge": ["ClientJudge"],
    "VirtualTime": ["VirtualTime"],
    "Velto": [
        "VeltoKit", "TrikiUI", "TrikiGames", "VeltoRadio", "VeltoTransport", "AttitudeStream",
        "CapProtocol",
    ],
]

let package = Package(
    name: "boardsim",
    platforms: [.macOS(.v26)],
    products: libraries.map { .library(name: $0.key, targets: $0.value) }
        + [
            .executable(name: "boardsim", targets: ["boardsim"]),
            .executable(name: "boardsim-pages", targets: ["PagesProgram"]),
            .executable(name: "boardsim-bench", targets: ["Benchmark"]),
            .executable(name: "MetaWearDemo", targets: ["MetaWearDemo"]),
            .executable(name: "boardsim-demo", targets: ["SimulatedDemo"]),
        ],
    targets: folders.flatMap(\.value) + testSupport + tests + [trikiVectors, shippedTool],
    swiftLanguageModes: [.v6]
)
