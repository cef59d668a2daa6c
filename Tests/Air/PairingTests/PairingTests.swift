import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import Pairing

/// Pairings that come about, by every method, and what is left of them.
@Suite struct PairingTests {
    /// Table 2.8 (Core Vol 3, Part H, 2.3.5.1): rows are responders, columns initiators, both in
    /// the order display only, display yes/no, keyboard only, neither, keyboard and display.
    /// J: Just Works. S: passkey, the responder shows. E: passkey, typed on the responder. N:
    /// numeric comparison. Legacy first, Secure Connections second.
    static let table = [
        "JJ JJ SS JJ SS",
        "JJ JN SS JJ SN",
        "EE EE EE JJ EE",
        "JJ JJ JJ JJ JJ",
        "EE EN SS JJ EN",
    ]

    @Test func `the method is that of the table, or Just Works if neither side wants more`() {
        let letters: [Character: PairingMethod] = [
            "J": .justWorks, "S": .passkeyShown, "E": .passkeyEntered, "N": .numericComparison,
        ]
        for (row, responder) in zip(Self.table, IOCapability.allCases) {
            for (cell, initiator) in zip(row.split(separator: " "), IOCapability.allCases) {
                for (letter, isSecure) in zip(cell, [false, true]) {
                    for wants in [false, true] {
                        let method = PairingMethod(
                            initiator: initiator, responder: responder, wantsMITM: wants,
                            isSecureConnections: isSecure)
                        #expect(
                            method == (wants ? letters[letter] : .justWorks),
                            "\(initiator) to \(responder)")
                    }
                }
            }
        }
    }

    /// Every pair of capabilities pairs, both ways.
    @Test(arguments: IOCapability.allCases, IOCapability.allCases)
    func `a central pairs, and the next link is encrypted at once`(
        _ board: IOCapability, _ central: IOCapability
    ) throws {
        for isSecure in [false, true] {
            var options = SecurityOptions()
            options.capability = board
            options.keys = [.encryption, .identity, .signing]
            let link = TestLink(options)
            let initiator = try Initiator(link, secure: isSecure)
            initiator.features.capability = central
            initiator.features.requirements.insert(.mitm)
            initiator.features.initiatorKeys = [.encryption, .identity, .signing, .link]
            initiator.features.responderKeys = [.encryption, .identity, .signing, .link]
            initiator.passkey = {
                if case .show(let passkey)? = link.questions.first { passkey } else { 271_828 }
            }
            link.reaction = { $0 == .enterPasskey ? .passkey(271_828) : nil }
            let keys = try initiator.pair()
            let method = PairingMethod(
                initiator: central, responder: board, wantsMITM: true,
                isSecureConnections: isSecure)
            #expect(link.outcomes == [.completed(method, bonded: true)])
            #expect(link.sent == [])
            let security: Security = method.isAuthenticated ? .authenticated : .encrypted
            #expect(link.changes.map(\.security) == [security, security])
            #expect(link.changes.map(\.isBonded) == [false, true])
            #expect(link.board.isBonded(link.connection))
            if method == .numericComparison {
                #expect(link.questions == initiator.number.map { [.compare($0)] })
            }
            // Keys of the other transport are never agreed on.
            let agreed: KeyDistribution =
                isSecure ? [.identity, .signing] : [.encryption, .identity, .signing]
            #expect(keys.response.initiatorKeys == agreed)
            #expect(keys.response.responderKeys == agreed)
            #expect(keys.identity == TestLink.boardAddress)
            #expect(keys.identityResolvingKey == link.board.identityResolvingKey)
            #expect(keys.signing != nil)

            let bond = try #require(link.store.bonds.first)
            #expect(link.store.bonds.count == 1)
            #expect(bond.identity == TestLink.centralAddress)
            #expect(bond.identityResolvingKey == initiator.identityKey)
            #expect(bond.isAuthenticated == method.isAuthenticated)
            #expect(bond.isSecureConnections == isSecure)
            let key = try #require(isSecure ? keys.linkKey : keys.longTermKey)
            #expect(bond.longTermKey == key)

            link.reconnect(from: TestLink.centralAddress)
            #expect(link.board.isBonded(link.connection))
            #expect(link.board.security(of: link.connection) == .open)
            #expect(link.encrypt(key, diversifier: keys.diversifier, random: keys.random))
            #expect(link.changes.map(\.security) == [security])
            #expect(link.changes.map(\.isBonded) == [true])
        }
    }

    @Test(arguments: [false, true])
    func `a passkey that is drawn has six digits and is another one each time`(
        _ isSecure: Bool
    ) throws {
        var options = SecurityOptions()
        options.capability = .displayOnly
        var seen: Set<UInt32> = []
        let link = TestLink(options)
        for _ in 0..<8 {
            link.questions = []
            let initiator = try Initiator(link, secure: isSecure)
            initiator.features.capability = .keyboardOnly
            initiator.passkey = {
                if case .show(let passkey)? = link.questions.first { passkey } else { 0 }
            }
            _ = try initiator.pair()
            seen.insert(initiator.passkey())
        }
        #expect(seen.count == 8)
        #expect(seen.allSatisfy { $0 < 1_000_000 })
        #expect(link.store.bonds.count == 1)
    }

    @Test(arguments: [false, true], [0, 1, 999_999] as [UInt32])
    func `a passkey can be fixed`(_ isSecure: Bool, _ passkey: UInt32) throws {
        for capability in [IOCapability.displayOnly, .keyboardOnly] {
            var options = SecurityOptions()
            options.capability = capability
            options.passkey = passkey
            options.requiresMITM = true
            let link = TestLink(options)
            let initiator = try Initiator(link, secure: isSecure)
            initiator.features.capability = .keyboardDisplay
            initiator.passkey = { passkey }
            _ = try initiator.pair()
            #expect(link.board.security(of: link.connection) == .authenticated)
            #expect(link.questions == (capability == .displayOnly ? [.show(passkey: passkey)] : []))
        }
    }

    @Test(arguments: [false, true], [7, 8, 15, 16] as [UInt8])
    func `keys are as long as the shorter limit`(_ isSecure: Bool, _ size: UInt8) throws {
        let link = TestLink()
        let initiator = try Initiator(link, secure: isSecure)
        initiator.features.maximumKeySize = size
        let keys = try initiator.pair()
        let bond = try #require(link.store.bonds.first)
        #expect(bond.keySize == size)
        #expect(bond.longTermKey.prefix(16 - Int(size)).allSatisfy { $0 == 0 })
        #expect(bond.longTermKey.contains { $0 != 0 })
        link.reconnect(from: TestLink.centralAddress)
        let key = try #require(isSecure ? keys.linkKey : keys.longTermKey)
        #expect(link.encrypt(key, diversifier: keys.diversifier, random: keys.random))
    }

    @Test(arguments: [false, true])
    func `without bonding nothing is kept`(_ isSecure: Bool) throws {
        for side in ["board", "central"] {
            var options = SecurityOptions()
            options.isBonding = side != "board"
            let link = TestLink(options)
            let initiator = try Initiator(link, secure: isSecure)
            if side == "central" { initiator.features.requirements.remove(.bonding) }
            let keys = try initiator.pair()
            #expect(keys.response.initiatorKeys == [])
            #expect(keys.response.responderKeys == [])
            #expect(link.outcomes == [.completed(.justWorks, bonded: false)])
            #expect(link.changes.map(\.isBonded) == [false, false])
            #expect(link.store.bonds == [])
            // The key of Secure Connections serves as long as the link does.
            #expect(link.encrypt(keys.linkKey) == isSecure)
            link.reconnect(from: TestLink.centralAddress)
            #expect(!link.encrypt(keys.linkKey))
        }
    }

    /// The address resolves by the key of appendix D.7: prand 708194, hash 0dfbaa.
    @Test func `a central that hides behind private addresses is known again`() throws {
        let link = TestLink()
        let keys = try Initiator(link, secure: true).pair()
        let hidden = Address(0x7081_940D_FBAA)
        link.reconnect(from: hidden)
        #expect(link.board.isBonded(link.connection))
        #expect(link.encrypt(keys.linkKey))
        for stranger in [
            Address(0x7081_940D_FBAB), Address(0x7081_950D_FBAA),
            Address(0x7081_940D_FBAA, kind: .publicDevice),
        ] {
            link.reconnect(from: stranger)
            #expect(!link.board.isBonded(link.connection))
            #expect(
                link.board.longTermKey(for: link.connection, diversifier: 0, random: 0) == nil)
        }
    }

    @Test func `only a resolvable private address is resolved`() throws {
        let link = TestLink()
        let tools = try toolbox()
        let key = bytes("ec0234a357c8ad05341010a60a397d9b")
        for (top, isResolved) in [(0x00, false), (0x40, true), (0x80, false), (0xC0, false)] {
            let part = [UInt8(top | 0x30), 0x81, 0x94]
            let value = (part + tools.ah(key, part)).reduce(0) { $0 << 8 | UInt64($1) }
            #expect(link.board.resolves(Address(value), by: key) == isResolved)
            #expect(!link.board.resolves(Address(value, kind: .publicDevice), by: key))
        }
    }

    @Test func `a key of a pairing has no name`() throws {
        let link = TestLink()
        let keys = try Initiator(link, secure: true).pair()
        let other = TestLink()
        let initiator = try Initiator(other, secure: true)
        initiator.spoil = { _, pdu in
            guard pdu[0] == 0x0D else { return }
            other.receive(pdu)
            #expect(!other.encrypt(keys.linkKey, diversifier: 1))
            #expect(!other.encrypt(keys.linkKey, random: 1))
            pdu = []
        }
        // The same seeds on both sides: the key is the same one.
        #expect(try initiator.pair().linkKey == keys.linkKey)
    }

    @Test func `pairing begins from a private address, the bond is with the identity`() throws {
        let hidden = Address(0x7081_940D_FBAA)
        let link = TestLink(peer: hidden)
        let initiator = try Initiator(link, secure: true)
        initiator.address = hidden
        let keys = try initiator.pair()
        #expect(link.store.bonds.map(\.identity) == [TestLink.centralAddress])
        link.reconnect(from: TestLink.centralAddress)
        #expect(link.encrypt(keys.linkKey))
    }

    @Test func `a central that does not use its identity is known by what it uses`() throws {
        let used = Address(0xC1C2_C3C4_C5C6)
        let link = TestLink(peer: used)
        let initiator = try Initiator(link, secure: true)
        initiator.address = used
        let keys = try initiator.pair()
        #expect(link.store.bonds.map(\.identity) == [TestLink.centralAddress])
        #expect(link.store.bonds.map(\.alias) == [used])
        for address in [used, TestLink.centralAddress] {
            link.reconnect(from: address)
            #expect(link.encrypt(keys.linkKey))
        }
    }

    @Test func `a key of legacy pairing is found by its name alone`() throws {
        let link = TestLink()
        let keys = try Initiator(link).pair()
        let key = try #require(keys.longTermKey)
        link.reconnect(from: Address(0xC000_0000_0001))
        #expect(!link.board.isBonded(link.connection))
        #expect(!link.encrypt(key, diversifier: keys.diversifier ^ 1, random: keys.random))
        #expect(!link.encrypt(key, diversifier: keys.diversifier, random: keys.random ^ 1))
        #expect(!link.encrypt(key))
        #expect(link.encrypt(key, diversifier: keys.diversifier, random: keys.random))
        #expect(link.board.isBonded(link.connection))
    }

    @Test func `the oldest bond makes room, and a forgotten one is gone`() throws {
        var options = SecurityOptions()
        options.maximumBonds = 3
        options.keys = [.encryption]
        let link = TestLink(options)
        let peers = (1...5).map { Address(0xC000_0000_0000 + UInt64($0)) }
        for peer in peers {
            link.reconnect(from: peer)
            let initiator = try Initiator(link, secure: true)
            initiator.address = peer
            _ = try initiator.pair()
        }
        #expect(link.store.bonds.map(\.identity) == Array(peers[2...]))
        link.board.forget(peers[4])
        #expect(link.store.bonds.map(\.identity) == Array(peers[2...3]))
        #expect(!link.board.isBonded(link.connection))
    }

    @Test func `Secure Connections only uses no legacy key, old or new`() throws {
        var options = SecurityOptions()
        let store = BondMemory()
        let keys = try Initiator(TestLink(options, store: store)).pair()
        options.secureConnections = .only
        let link = TestLink(options, store: store)
        let key = try #require(keys.longTermKey)
        #expect(!link.encrypt(key, diversifier: keys.diversifier, random: keys.random))
        #expect(throws: Initiator.Stop.refused(.authenticationRequirements)) {
            try Initiator(link).pair()
        }
        _ = try Initiator(link, secure: true).pair()
        #expect(link.outcomes.last == .completed(.justWorks, bonded: true))
    }

    @Test func `the same seed gives the same bytes`() throws {
        var transcripts: [Initiator.Keys] = []
        for seed in [1, 1, 2] as [UInt64] {
            transcripts.append(try Initiator(TestLink(seed: seed), secure: true).pair())
        }
        #expect(transcripts[0] == transcripts[1])
        #expect(transcripts[0] != transcripts[2])
    }
}
