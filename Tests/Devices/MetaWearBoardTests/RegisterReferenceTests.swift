import Checkout
import Foundation
import Testing
import Wire

@testable import MetaWearBoard

/// The generated documents are those that this source makes.
@Suite struct RegisterReferenceTests {
    /// A module as discovery names it.
    private struct Model: Hashable {
        var id: UInt8
        var implementation: UInt8
    }

    /// The types of modules; a profile only knows how to make one.
    private static let types: [Model: any Module.Type] = {
        var types: [Model: any Module.Type] = [:]
        for profile in BoardProfile.all {
            for installed in Bench(profile).board.modules {
                guard let module = installed.module else { continue }
                types[
                    Model(id: installed.id, implementation: installed.information.implementation)] =
                    type(of: module)
            }
        }
        return types
    }()

    private static func reference() throws -> String {
        let cited = try RegisterTests.cited()
        return RegisterReference.markdown { entry, register in
            types[Model(id: entry.id, implementation: entry.information.implementation)]
                .flatMap { cited[RegisterTests.key($0, register.id)] } ?? []
        }
    }

    @Test func `docs/protocol/registers.md is up to date`() throws {
        let file = Repository.top.appendingPathComponent("docs/protocol/registers.md")
        let text = try Self.reference()
        if ProcessInfo.processInfo.environment["BOARDSIM_UPDATE"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let committed = try? String(contentsOf: file, encoding: .utf8)
        #expect(
            committed == text,
            """
            docs/protocol/registers.md is stale: \
            BOARDSIM_UPDATE=1 swift test --filter RegisterReferenceTests
            """)
    }

    @Test(.slow) func `every register of every table is in it, with its fields`() throws {
        let text = try Self.reference()
        for profile in BoardProfile.all {
            for entry in profile.modules {
                for register in entry.declarations {
                    #expect(text.contains("| \(register.name) |"))
                }
            }
        }
        #expect(
            text.contains(
                "| 03 | data config | RW |  | output rate (4 bits), bandwidth (3 bits), "
                    + "undersampling (1 bit), range |"))
        #expect(text.contains("[pull-up pin], [pull-down pin], [delay], [virtual pin]"))
    }

    @Test func `every modelled register is held by a test`() throws {
        let cited = try RegisterTests.cited()
        var modelled: Set<String> = []
        var all: Set<String> = []
        // No board that is modelled has the conductance module.
        let types = Array(Self.types.values) + [Conductance.self]
        for type in types {
            for register in type.declarations {
                let key = RegisterTests.key(type, register.id)
                all.insert(key)
                if register.unmodelled == nil { modelled.insert(key) }
            }
        }
        #expect(modelled.count > 200)
        #expect(modelled.subtracting(cited.keys).sorted() == [])
        // A typing error must not pass as a test.
        #expect(Set(cited.keys).subtracting(all).sorted() == [])
    }

    @Test func `registers stand in order of id, each once, six bits`() {
        for profile in BoardProfile.all {
            for entry in profile.modules {
                let ids = entry.declarations.map(\.id)
                #expect(ids == Array(Set(ids)).sorted(), "\(entry.name)")
                #expect(ids.allSatisfy { (1...0x3F).contains($0) })
            }
        }
    }
}
