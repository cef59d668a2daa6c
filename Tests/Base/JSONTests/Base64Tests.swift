import Foundation
import JSON
import Testing

@Suite struct Base64Tests {
    @Test func `the text is that of another encoder, for every length`() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 200) }
            #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
        }
    }
}
