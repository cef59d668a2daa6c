// Values that a board sends when it is asked.

extension MWHumidity: MWPollable, MWPolledLoggable {}
extension MWThermometer: MWPollable, MWPolledLoggable {}
extension MWBarometerPressureRead: MWPollable {}
extension MWSensorFusionCalibrationState: MWPollable {}
extension MWLogLength: MWPollable {}
extension MWLoggingEnabled: MWReadable {}
extension MWSettings.ReadBatteryState: MWPollable {}
extension MWSettings.ReadMacAddress: MWPollable {}
extension MWSettings.ReadPowerStatus: MWPollable {}
extension MWSettings.ReadChargeStatus: MWPollable {}
extension MWDebug.ReadStackOverflowState: MWReadable {}
extension MWDebug.ReadScheduleQueueUsage: MWReadable {}
