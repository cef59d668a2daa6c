import Checkout
import Foundation
import Testing

@testable import TrikiVectors

@Suite struct VectorTests {
    static let text = (try? Repository.text("Tests/Vectors/veltokit.json")) ?? ""

    private func play(_ text: String) throws -> [PlayedVector] {
        VectorPlayer.play(try VectorFile(parsing: Array(text.utf8)))
    }

    @Test func `every vector of the project passes`() throws {
        let played = try play(Self.text)
        #expect(played.count == 159)
        for result in played {
            #expect(result.differences.isEmpty, "\(result.vector.id): \(result.differences)")
        }
    }

    @Test func `a figure that is wrong is a difference`() throws {
        for (old, new) in [
            (#""lateral": 0.18472608"#, #""lateral": 0.184728"#),
            (#""firstShotFrame": 23"#, #""firstShotFrame": 24"#),
            (#""throwPower": 0.906842397"#, #""throwPower": 0.906844"#),
            (#""pendingAfterPacket": false"#, #""pendingAfterPacket": true"#),
            (#""gyro_dps_70mdps": ["#, #""gyro_dps_70mdps": [1, "#),
            (#""bytesPerSecond": 720"#, #""bytesPerSecond": 721"#),
            (#""polls": 360"#, #""polls": 361"#), (#""roundScore": 2"#, #""roundScore": 3"#),
        ] {
            let first = try #require(Self.text.range(of: old), "\(old)")
            let changed = Self.text.replacingCharacters(in: first, with: new)
            #expect(try play(changed).contains { !$0.differences.isEmpty }, "\(old)")
        }
    }

    private func one(_ area: String, inputs: String = "{}", outputs: String = "{}") throws
        -> [Difference]
    {
        try play(
            #"{"vectors": [{"id": "S-1", "area": "\#(area)", "title": "", "inputs": \#(inputs), "#
                + #""outputs": \#(outputs)}]}"#)[0].differences
    }

    @Test func `an unknown area is a difference, and so is what an area cannot play`() throws {
        #expect(try one("juggling").map(\.message) == ["the area `juggling` is not known"])
        let bytes = try one("BLEGyroParser").map(\.message)
        #expect(bytes.count == 1 && bytes[0].hasPrefix("cannot be played: there are no bytes"))
        let word = #"{"hex": "22 00 D0 07 00 00 00 00"}"#
        #expect(
            try one("BLEGyroParser", inputs: word, outputs: #"{"colour": 1}"#)
                == [Difference(path: "colour", message: "was not played")])
        #expect(
            try one("BLEGyroParser", inputs: word, outputs: #"{"gyroRawFromPacket": 2001}"#)
                == [Difference(path: "gyroRawFromPacket", message: "2000, not 2001")])
    }

    @Test(arguments: [
        ("[1, 2]", "there is no list `vectors`"),
        ("{\"vectors\": []}", "the list `vectors` is empty"),
        ("{\"vectors\": [{}]}", "a vector needs `id`, `area`, `inputs` and `outputs`"),
    ])
    func `a file that holds no vectors is refused`(text: String, message: String) {
        #expect(throws: VectorFileError.self) { try play(text) }
        do throws(VectorFileError) {
            _ = try VectorFile(parsing: Array(text.utf8))
        } catch {
            #expect(error.message == message)
        }
    }
}
