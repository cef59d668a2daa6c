import Foundation
import Testing

@testable import AppPage

@Suite struct TextsTests {
    @Test(arguments: [
        ("MetaWear", "MetaWear"),
        ("", "MetaWear"),
        (" \n\t ", "MetaWear"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\u{202E}b\u{2066}c", "abc"),
        ("a\u{0}\u{1B}[31mb", "a[31mb"),
        ("\u{FEFF}\u{200B}x", "x"),
        (String(repeating: "x", count: 100), String(repeating: "x", count: 64)),
        ("Müller 手 🙂", "Müller 手 🙂"),
    ])
    func `a name from the air is fit to be shown`(name: String, shown: String) {
        #expect(Texts.name(name) == shown)
    }

    @Test(arguments: [
        ("MetaWear", "accel", "MetaWear-accel-2026-01-01T00-00-00.csv"),
        ("../../etc/passwd", "gyro", "etcpasswd-gyro-2026-01-01T00-00-00.csv"),
        ("Ä <b>\"x\"</b>", "fusion-quat", "bxb-fusion-quat-2026-01-01T00-00-00.csv"),
        ("\u{202E}", "temp", "temp-2026-01-01T00-00-00.csv"),
    ])
    func `a file is named after device, sensor and time`(
        device: String, tag: String, name: String
    ) {
        let time = Date(timeIntervalSince1970: 1_767_225_600.4)
        #expect(Texts.fileName(device: device, tag: tag, time: time) == name)
    }
}
