import Testing

@testable import MetaWearFirmware

/// Revisions of firmware, compared.
@Suite struct VersionTests {
    @Test(arguments: [
        ("1.5", "1.5.0"), ("1.5.0", "1.5"), ("2", "2.0.0"), ("1.05", "1.5"), ("1.7.3", "1.7.3"),
    ])
    func `these are equal`(a: String, b: String) {
        #expect(a.isMetaWearVersion(equalTo: b))
        #expect(a.isMetaWearVersion(greaterThanOrEqualTo: b))
        #expect(a.isMetaWearVersion(lessThanOrEqualTo: b))
        #expect(!a.isMetaWearVersion(greaterThan: b))
        #expect(!a.isMetaWearVersion(lessThan: b))
    }

    @Test(arguments: [
        ("1.9.0", "1.10.0"), ("2", "2.0.1"), ("1.7.3", "1.7.4"), ("0.9.99", "1.0.0"),
        // A text behind a number comes after the number.
        ("2.0.0", "2.0.0-beta"), ("1.7.3", "2.0.0-beta"), ("2.0.0-alpha", "2.0.0-beta"),
        // Numbers of any length.
        ("1.99999999999999999999998", "1.99999999999999999999999"),
        ("1.9", "1.10000000000000000000000000"),
    ])
    func `the first is older`(a: String, b: String) {
        #expect(a.isMetaWearVersion(lessThan: b))
        #expect(a.isMetaWearVersion(lessThanOrEqualTo: b))
        #expect(b.isMetaWearVersion(greaterThan: a))
        #expect(b.isMetaWearVersion(greaterThanOrEqualTo: a))
        #expect(!a.isMetaWearVersion(equalTo: b))
        #expect(!b.isMetaWearVersion(lessThan: a))
    }
}
