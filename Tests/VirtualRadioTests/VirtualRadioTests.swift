import Testing

@testable import VirtualRadio
