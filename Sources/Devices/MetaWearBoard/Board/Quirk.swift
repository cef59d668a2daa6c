/// A behaviour in which boards, firmware versions or sources differ. Off is the default, which is
/// that of a real current board where it is known.
public enum Quirk: String, Sendable, CaseIterable, Hashable {
    /// A reset leaves the central to its supervision timeout instead of ending the link first.
    case silentReset = "silent-reset"
    /// The reset uid stays as it is over a reset (seen on some firmware; protocol, core 3.4).
    case resetUIDStays = "reset-uid-stays"
    /// The log tick runs on over `FE 05` (protocol, core 3.4).
    case tickRunsOn = "tick-runs-on"
    /// Logger triggers survive a reset (protocol, core 10: only a Swift test says so).
    case loggersSurviveReset = "loggers-survive-reset"
    /// A free logger or processor is answered with silence instead of the bare header; the Swift
    /// SDK met that on hardware, the C++ SDK fails with it (protocol, core 3.3).
    case silentFreeSlots = "silent-free-slots"
    /// An absent module is met with silence instead of the bare header (older boards; core 16).
    case silentAbsentModules = "silent-absent-modules"
    /// A second `01 01 01` switches the button's notification off (protocol, sensors 3).
    case switchSubscriptionToggles = "switch-subscription-toggles"
    /// `FE 05` does nothing when there is nothing to collect (MMS 1.5.0; protocol, core 9).
    case garbageResetIgnored = "garbage-reset-ignored"
    /// 32 logger slots instead of 8, in the information too (protocol, core 3.3).
    case manyLoggers = "many-loggers"
    /// The BMI270's wrist interrupt codes wake-up 0 and gesture 1, as the Swift SDK reads it,
    /// instead of 1 and 2, as the C++ SDK does (protocol, sensors 5.6.3).
    case wristKindFromZero = "wrist-kind-from-zero"
    /// A silent I2C or SPI read is answered as a notification of the plain register (protocol,
    /// sensors 11 and 22 row 9).
    case silentSerialAnswers = "silent-serial-answers"
    /// A silent read also feeds the processors whose source has the silent register byte: the C++
    /// SDK makes them so, firmware 1.7 does not feed them (protocol, core 4.3).
    case silentReadsFeedProcessors = "silent-reads-feed-processors"
    /// A pulse processor emits only the detection, as on an S with 1.7.2 (protocol, core 15).
    case pulsesOnlyDetected = "pulses-only-detected"
    /// A fuser waits until every buffer has new data, as the vendor's text says (protocol, core
    /// 4.6).
    case fuserWaitsForAll = "fuser-waits-for-all"
    /// A magnetometer calibration of an accuracy below 3 crashes the firmware when it is loaded
    /// (protocol, core 15, row 22).
    case calibrationCrash = "calibration-crash"
    /// A data token in an event's macro execution runs the macro named in the parameters and
    /// then the spliced one (protocol, core 5.3).
    case macroSpliceRunsBoth = "macro-splice-runs-both"
    /// The log's length leaves out the RAM page until it is flushed, so that short sessions read
    /// as empty (the Swift SDK's comments; protocol, core 3.5). A test that passes on real boards
    /// needs a length that grows while the board records.
    case lengthWithoutRAMPage = "length-without-ram-page"
    /// A drop of the log takes 20 ms a page, up to 90 s, and what is recorded meanwhile is lost; `FE 05` keeps the board off
    /// the air for that time (real boards of 2026: RB26-01, RB26-40).
    case slowGarbageCollection = "slow-garbage-collection"
    /// Every flush takes 1.5 s, longer than the vendor's waits unless the host expects entries (RB26-10).
    case slowFlush = "slow-flush"
    /// A flush is ignored unless logging is enabled (RB26-12).
    case flushNeedsLogging = "flush-needs-logging"
    /// A drop is never answered by page complete (RB26-02).
    case noDropNotice = "no-drop-notice"
    /// For a minute after a drop an empty log has a length of 1 (RB26-06).
    case lengthOneAfterDrop = "length-one-after-drop"
    /// Triggers of a session that ended without logging make later triggers record nothing, until all are removed (RB26-05).
    case staleTriggersBlock = "stale-triggers-block"
    /// A readout of 0 entries is not answered at all (RB26-21).
    case silentEmptyReadout = "silent-empty-readout"
    /// A readout with a report interval of 0 reports its end only, no page (RB26-20).
    case noProgressOfPages = "no-progress-of-pages"
    /// Sensor fusion leaves a suspended magnetometer asleep and makes no output, as an older SDK's wake-up before it suggests
    /// (RB26-161).
    case fusionNeedsAwakeMagnetometer = "fusion-needs-awake-magnetometer"
    /// Of many reads in a connection event 19 are answered (RB26-160).
    case burstsOfReadsOverflow = "bursts-of-reads-overflow"
    /// The LED stops when the link ends; its patterns stay (RB26-30).
    case lightEndsWithLink = "light-ends-with-link"
    /// The first two connections after a reset fail: the board does not answer (RB26-41).
    case firstConnectionsFail = "first-connections-fail"

    /// One sentence: what changes, and which client depends on it.
    public var about: String {
        switch self {
        case .silentReset:
            "A reset drops the link without a word; the central meets its supervision timeout."
        case .resetUIDStays:
            "The reset uid does not advance; clients that detect a reboot by it must use the tick."
        case .tickRunsOn:
            "The log tick goes on over a deferred reset; clients must look at the uid instead."
        case .loggersSurviveReset:
            "Loggers are still there after a reset, as a test of the Swift SDK expects."
        case .silentFreeSlots:
            "Reading a free slot gets no answer, as the Swift SDK met; the C++ SDK times out."
        case .silentAbsentModules:
            "Absent modules do not answer discovery; the C++ SDK then fails to initialise."
        case .switchSubscriptionToggles:
            "Subscribing the switch twice unsubscribes it; the Swift SDK subscribes once for that."
        case .garbageResetIgnored:
            "FE 05 is ignored when no erased page waits; the Swift SDK sends FE 01 after it."
        case .manyLoggers:
            "32 loggers instead of 8; vendor tests log fusion beside other signals."
        case .wristKindFromZero:
            "A wrist wake-up is 0 and a gesture 1, as the Swift SDK takes them; the default is 1 and 2."
        case .silentSerialAnswers:
            "I2C and SPI reads with C1 and C2 get an answer with 01 and 02; the Swift SDK waits for it."
        case .silentReadsFeedProcessors:
            "Silent reads feed processors too: the C++ SDK processes temperature and pins that way."
        case .pulsesOnlyDetected:
            "Width, area and peak of pulses are never reported; the Swift SDK takes the detection."
        case .fuserWaitsForAll:
            "A fuser emits only when each buffer has new data; by default with each sample."
        case .calibrationCrash:
            "Loading a magnetometer calibration that is not of accuracy 3 resets the board, as the"
                + " vendor warns; apps must save calibrations of accuracy 3 only."
        case .macroSpliceRunsBoth:
            "An event that splices a macro's id runs the unspliced one too, as the Swift SDK met."
        case .lengthWithoutRAMPage:
            "The log's length leaves out entries that are in RAM until a flush (boards with NAND);"
                + " clients that do not flush read 0 after a short session."
        case .slowGarbageCollection:
            "Dropping a full log takes up to 90 s, and a session that begins meanwhile records nothing, as"
                + " the vendor's apps met; after FE 05 the board is off the air for as long."
        case .slowFlush:
            "A flush takes 1.5 s; clients that believe two equal lengths miss the last page, for an empty log all."
        case .flushNeedsLogging:
            "A flush is ignored while logging is off; the vendor's SDKs flush before they stop."
        case .noDropNotice:
            "A drop is never confirmed by 0B 0D; clients that wait for it hang."
        case .lengthOneAfterDrop:
            "An empty log has length 1 for a minute after a drop; the vendor's apps take 1 as empty."
        case .staleTriggersBlock:
            "Beside loggers of an abandoned session new ones record nothing; apps clear first."
        case .silentEmptyReadout:
            "A readout of 0 entries is never answered; clients that wait for its end hang."
        case .noProgressOfPages:
            "With a report interval of 0 only the end is reported; progress bars jump from 0 to 100 %."
        case .fusionNeedsAwakeMagnetometer:
            "NDoF, compass and M4G make no output after power-on until 15 01 00 wakes the magnetometer."
        case .burstsOfReadsOverflow:
            "Of more than 19 reads within 5 ms the rest is never answered; clients ask one after the other."
        case .lightEndsWithLink:
            "The LED goes out when the link ends; apps light it again with disconnect events."
        case .firstConnectionsFail:
            "The first two connections after a reset fail to be established; clients try two or three times."
        }
    }
}
