import Foundation
import MetaWear
import QuickStart

/// The radio is the one that `METAWEAR_RADIO` names; without it that of BlueZ.
@main struct App {
    static func main() async {
        do {
            print(try await quickStart(MetaWearScanner()))
        } catch {
            print("quick-start: \(error)")
            exit(1)
        }
    }
}
