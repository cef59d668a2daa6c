import Testing

@testable import LedTime

@Suite struct ELFFileTests {
}
