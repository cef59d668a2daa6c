import HCICentral
import Testing
