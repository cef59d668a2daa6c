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

/// Pure Swift, no C library: these are a test dependency on macOS as well as on Linux.
let core: [Target] = [
    .target(name: "Wire", swiftSettings: settings),
    .target(name: "Simulation", swiftSettings: settings, linkerSettings: libm),
    .target(name: "Motion", dependencies: ["Simulation"], swiftSettings: settings),
    .target(name: "Bluetooth", swiftSettings: settings),
    .target(
        name: "Peripheral", dependencies: ["Bluetooth", "Simulation"], swiftSettings: settings),
    .target(
        name: "Central", dependencies: ["Peripheral", "Bluetooth", "Simulation"],
        swiftSettings: settings),
    .target(
        name: "MetaWearBoard",
        dependencies: ["Peripheral", "Bluetooth", "Motion", "Simulation", "Wire"],
        swiftSettings: settings),
]

/// The Linux edge: the only targets that know a C library or a file.
let adapters: [Target] = [
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    // The C library's own account of the heap, for `boardsim bench`.
    .systemLibrary(name: "CMalloc"),
    .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: settings),
    .target(name: "FlashStore", dependencies: ["MetaWearBoard", "Wire"], swiftSettings: settings),
]

let tool: [Target] = [
    .target(
        name: "Scenario",
        dependencies: [
            "YAML", "FlashStore", "Central", "MetaWearBoard", "Peripheral", "Bluetooth", "Motion",
            "Simulation", "Wire",
        ], swiftSettings: settings),
    .target(
        name: "Report",
        dependencies: [
            "Scenario", "Central", "MetaWearBoard", "Bluetooth", "Motion", "Simulation",
        ],
        swiftSettings: settings),
    .target(
        name: "CommandLineTool",
        dependencies: [
            .target(name: "CMalloc", condition: .when(platforms: [.linux])),
            "Report", "Scenario", "YAML", "Central", "MetaWearBoard", "Peripheral", "Bluetooth",
            "Motion", "Simulation", "Wire",
        ], swiftSettings: settings),
    .executableTarget(
        name: "boardsim", dependencies: ["CommandLineTool"], swiftSettings: settings),
]

/// A test target for every library target, named after it.
let tests: [Target] = (core + adapters + tool).compactMap { target in
    guard target.type == .regular else { return nil }
    return .testTarget(
        name: target.name + "Tests",
        dependencies: target.dependencies + [.byName(name: target.name)],
        swiftSettings: settings)
}

let package = Package(
    name: "boardsim",
    platforms: [.macOS(.v26)],
    products: core.map { .library(name: $0.name, targets: [$0.name]) }
        + [.executable(name: "boardsim", targets: ["boardsim"])],
    targets: core + adapters + tool + tests,
    swiftLanguageModes: [.v6]
)
