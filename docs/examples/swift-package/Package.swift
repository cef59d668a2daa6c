// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ShakeCounter",
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "ShakeCounter", targets: ["ShakeCounter"]),
        .library(name: "ReadingScreen", targets: ["ReadingScreen"]),
        .executable(name: "quick-start", targets: ["quick-start"]),
    ],
    dependencies: [
        // In your own package, the address of the repository and a version instead:
        // .package(url: "https://…/boardsim.git", from: "0.1.0")
        .package(name: "boardsim", path: "../../..")
    ],
    targets: [
        // The app knows nothing of boardsim.
        .target(name: "ShakeCounter"),
        // Its tests have a board. Only these targets are built for it: pure Swift, no C library.
        .testTarget(
            name: "ShakeCounterTests",
            dependencies: [
                "ShakeCounter",
                .product(name: "Boards", package: "boardsim"),
                .product(name: "ClientJudge", package: "boardsim"),
            ]),
        // An app with `async` code. Its tests are in virtual time, which is for Linux.
        .target(name: "ReadingScreen"),
        .testTarget(
            name: "ReadingScreenTests",
            dependencies: [
                "ReadingScreen",
                .product(
                    name: "MetaWear", package: "boardsim", condition: .when(platforms: [.linux])),
                .product(name: "Boards", package: "boardsim"),
                .product(
                    name: "MetaWearSimulator", package: "boardsim",
                    condition: .when(platforms: [.linux])),
                .product(
                    name: "VirtualTime", package: "boardsim",
                    condition: .when(platforms: [.linux])),
            ]),
        // An app for a board, and its test with a simulated one.
        .target(
            name: "QuickStart", dependencies: [.product(name: "MetaWear", package: "boardsim")]),
        .executableTarget(name: "quick-start", dependencies: ["QuickStart"]),
        .testTarget(
            name: "QuickStartTests",
            dependencies: [
                "QuickStart", .product(name: "MetaWear", package: "boardsim"),
                .product(name: "Boards", package: "boardsim"),
                .product(
                    name: "MetaWearSimulator", package: "boardsim",
                    condition: .when(platforms: [.linux])),
                .product(
                    name: "VirtualTime", package: "boardsim",
                    condition: .when(platforms: [.linux])),
                .product(
                    name: "MetaWearScenario", package: "boardsim",
                    condition: .when(platforms: [.linux])),
                .product(
                    name: "MetaWearTesting", package: "boardsim",
                    condition: .when(platforms: [.linux])),
            ], exclude: ["desk.yaml"]),
    ]
)
