import Foundation
import MetaWear
import Testing

/// What an app makes of what was advertised, and when.
@Suite struct AdvertisementRuleTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test(arguments: [(0.0, true), (7.9, true), (8, false), (3600, false)])
    func `a board that was seen within eight seconds is there`(_ age: Double, _ isFresh: Bool) {
        #expect(
            DeviceFreshness.isFresh(lastSeen: Self.now - age, now: Self.now) == isFresh)
    }

    @Test func `a board that was never seen is not`() {
        #expect(!DeviceFreshness.isFresh(lastSeen: nil, now: Self.now))
        #expect(DeviceFreshness.isFresh(lastSeen: .now))
    }

    @Test(arguments: [
        (nil, 30.0, false, true), (nil, 960, false, false), (nil, nil, false, false),
        (nil, 30, true, false), ("ED:AA:A4:CE:A6:A4", 30, false, false),
    ])
    func `a board is made to tell its address once, if it does not`(
        _ mac: String?, _ age: Double?, _ isConfigured: Bool, _ shouldConfigure: Bool
    ) {
        #expect(
            MWMACAdvertisement.shouldConfigureMACAdvertisement(
                observedMAC: mac, lastAdvertisementSeen: age.map { Self.now - $0 },
                alreadyConfigured: isConfigured, now: Self.now) == shouldConfigure)
    }
}
