import Checkout
import Foundation
import Testing

@testable import MetaWearBoard

/// The generated documents are those that this source makes.
@Suite struct RegisterReferenceTests {
    @Test func `docs/protocol/registers.md is up to date`() throws {
        let file = Repository.top.appendingPathComponent("docs/protocol/registers.md")
        let text = RegisterReference.markdown(tests: try RegisterTests.cited())
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
        let text = RegisterReference.markdown(tests: try RegisterTests.cited())
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
        let types = BoardProfile.all.flatMap(\.modules).compactMap(\.type) + [Conductance.self]
        for type in types {
            for register in type.declarations {
                let key = RegisterReference.key(type, register.id)
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
