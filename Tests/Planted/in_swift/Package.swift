// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Planted",
    dependencies: [.package(name: "boardsim", path: "../../..")],
    targets: [
        .executableTarget(
            name: "recorder", dependencies: [.product(name: "MetaWear", package: "boardsim")])
    ]
)
