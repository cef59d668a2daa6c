extension HCIOpcode {
    /// The table of all commands: name, bytes of parameters, octet and bit in Supported Commands,
    /// answer if it is not Command Complete (Core Vol 4, Part E, 7.1 to 7.8 and 6.27).
    public var command: HCICommand {
        switch self {
        case .disconnect: Row("Disconnect", .exactly(3), (0, 5), .status)
        case .readRemoteVersionInformation:
            Row("Read Remote Version Information", .exactly(2), (2, 7), .status)
        case .setEventMask: Row("Set Event Mask", .exactly(8), (5, 6))
        case .reset: Row("Reset", .exactly(0), (5, 7))
        case .readTransmitPowerLevel: Row("Read Transmit Power Level", .exactly(3), (10, 2))
        case .setControllerToHostFlowControl:
            Row("Set Controller To Host Flow Control", .exactly(1), (10, 5))
        case .hostBufferSize: Row("Host Buffer Size", .exactly(7), (10, 6))
        case .hostNumberOfCompletedPackets:
            Row("Host Number Of Completed Packets", .atLeast(1), (10, 7), .silence)
        case .setEventMaskPage2: Row("Set Event Mask Page 2", .exactly(8), (22, 2))
        case .readLEHostSupport: Row("Read LE Host Support", .exactly(0), (24, 5))
        case .writeLEHostSupport: Row("Write LE Host Support", .exactly(2), (24, 6))
        case .readAuthenticatedPayloadTimeout:
            Row("Read Authenticated Payload Timeout", .exactly(2), (32, 4))
        case .writeAuthenticatedPayloadTimeout:
            Row("Write Authenticated Payload Timeout", .exactly(4), (32, 5))
        case .readLocalVersionInformation:
            Row("Read Local Version Information", .exactly(0), (14, 3))
        case .readLocalSupportedCommands: Row("Read Local Supported Commands", .exactly(0), nil)
        case .readLocalSupportedFeatures: Row("Read Local Supported Features", .exactly(0), (14, 5))
        case .readLocalExtendedFeatures: Row("Read Local Extended Features", .exactly(1), (14, 6))
        case .readBufferSize: Row("Read Buffer Size", .exactly(0), (14, 7))
        case .readBDADDR: Row("Read BD_ADDR", .exactly(0), (15, 1))
        case .readLocalSupportedCodecs: Row("Read Local Supported Codecs", .exactly(0), (29, 5))
        case .readRSSI: Row("Read RSSI", .exactly(2), (15, 5))
        case .leSetEventMask: Row("LE Set Event Mask", .exactly(8), (25, 0))
        case .leReadBufferSize: Row("LE Read Buffer Size", .exactly(0), (25, 1))
        case .leReadLocalSupportedFeatures:
            Row("LE Read Local Supported Features", .exactly(0), (25, 2))
        case .leSetRandomAddress: Row("LE Set Random Address", .exactly(6), (25, 4))
        case .leSetAdvertisingParameters:
            Row("LE Set Advertising Parameters", .exactly(15), (25, 5))
        case .leReadAdvertisingTransmitPower:
            Row("LE Read Advertising Physical Channel Tx Power", .exactly(0), (25, 6))
        case .leSetAdvertisingData: Row("LE Set Advertising Data", .exactly(32), (25, 7))
        case .leSetScanResponseData: Row("LE Set Scan Response Data", .exactly(32), (26, 0))
        case .leSetAdvertisingEnable: Row("LE Set Advertising Enable", .exactly(1), (26, 1))
        case .leSetScanParameters: Row("LE Set Scan Parameters", .exactly(7), (26, 2))
        case .leSetScanEnable: Row("LE Set Scan Enable", .exactly(2), (26, 3))
        case .leCreateConnection: Row("LE Create Connection", .exactly(25), (26, 4), .status)
        case .leCreateConnectionCancel: Row("LE Create Connection Cancel", .exactly(0), (26, 5))
        case .leReadAcceptListSize: Row("LE Read Filter Accept List Size", .exactly(0), (26, 6))
        case .leClearAcceptList: Row("LE Clear Filter Accept List", .exactly(0), (26, 7))
        case .leAddToAcceptList: Row("LE Add Device To Filter Accept List", .exactly(7), (27, 0))
        case .leRemoveFromAcceptList:
            Row("LE Remove Device From Filter Accept List", .exactly(7), (27, 1))
        case .leConnectionUpdate: Row("LE Connection Update", .exactly(14), (27, 2), .status)
        case .leSetHostChannelClassification:
            Row("LE Set Host Channel Classification", .exactly(5), (27, 3))
        case .leReadChannelMap: Row("LE Read Channel Map", .exactly(2), (27, 4))
        case .leReadRemoteFeatures: Row("LE Read Remote Features", .exactly(2), (27, 5), .status)
        case .leEncrypt: Row("LE Encrypt", .exactly(32), (27, 6))
        case .leRand: Row("LE Rand", .exactly(0), (27, 7))
        case .leEnableEncryption: Row("LE Enable Encryption", .exactly(28), (28, 0), .status)
        case .leLongTermKeyRequestReply:
            Row("LE Long Term Key Request Reply", .exactly(18), (28, 1))
        case .leLongTermKeyRequestNegativeReply:
            Row("LE Long Term Key Request Negative Reply", .exactly(2), (28, 2))
        case .leReadSupportedStates: Row("LE Read Supported States", .exactly(0), (28, 3))
        case .leReceiverTest: Row("LE Receiver Test", .exactly(1), (28, 4))
        case .leTransmitterTest: Row("LE Transmitter Test", .exactly(3), (28, 5))
        case .leTestEnd: Row("LE Test End", .exactly(0), (28, 6))
        case .leRemoteConnectionParameterRequestReply:
            Row("LE Remote Connection Parameter Request Reply", .exactly(14), (33, 4))
        case .leRemoteConnectionParameterRequestNegativeReply:
            Row("LE Remote Connection Parameter Request Negative Reply", .exactly(3), (33, 5))
        case .leSetDataLength: Row("LE Set Data Length", .exactly(6), (33, 6))
        case .leReadSuggestedDefaultDataLength:
            Row("LE Read Suggested Default Data Length", .exactly(0), (33, 7))
        case .leWriteSuggestedDefaultDataLength:
            Row("LE Write Suggested Default Data Length", .exactly(4), (34, 0))
        case .leReadLocalP256PublicKey:
            Row("LE Read Local P-256 Public Key", .exactly(0), (34, 1), .status)
        case .leGenerateDHKey: Row("LE Generate DHKey", .exactly(64), (34, 2), .status)
        case .leAddToResolvingList: Row("LE Add Device To Resolving List", .exactly(39), (34, 3))
        case .leRemoveFromResolvingList:
            Row("LE Remove Device From Resolving List", .exactly(7), (34, 4))
        case .leClearResolvingList: Row("LE Clear Resolving List", .exactly(0), (34, 5))
        case .leReadResolvingListSize: Row("LE Read Resolving List Size", .exactly(0), (34, 6))
        case .leReadPeerResolvableAddress:
            Row("LE Read Peer Resolvable Address", .exactly(7), (34, 7))
        case .leReadLocalResolvableAddress:
            Row("LE Read Local Resolvable Address", .exactly(7), (35, 0))
        case .leSetAddressResolutionEnable:
            Row("LE Set Address Resolution Enable", .exactly(1), (35, 1))
        case .leSetResolvablePrivateAddressTimeout:
            Row("LE Set Resolvable Private Address Timeout", .exactly(2), (35, 2))
        case .leReadMaximumDataLength: Row("LE Read Maximum Data Length", .exactly(0), (35, 3))
        case .leReadPHY: Row("LE Read PHY", .exactly(2), (35, 4))
        case .leSetDefaultPHY: Row("LE Set Default PHY", .exactly(3), (35, 5))
        case .leSetPHY: Row("LE Set PHY", .exactly(7), (35, 6), .status)
        case .leReceiverTestV2: Row("LE Receiver Test [v2]", .exactly(3), (35, 7))
        case .leTransmitterTestV2: Row("LE Transmitter Test [v2]", .exactly(4), (36, 0))
        case .leSetAdvertisingSetRandomAddress:
            Row("LE Set Advertising Set Random Address", .exactly(7), (36, 1))
        case .leSetExtendedAdvertisingParameters:
            Row("LE Set Extended Advertising Parameters", .exactly(25), (36, 2))
        case .leSetExtendedAdvertisingData:
            Row("LE Set Extended Advertising Data", .atLeast(4), (36, 3))
        case .leSetExtendedScanResponseData:
            Row("LE Set Extended Scan Response Data", .atLeast(4), (36, 4))
        case .leSetExtendedAdvertisingEnable:
            Row("LE Set Extended Advertising Enable", .atLeast(2), (36, 5))
        case .leReadMaximumAdvertisingDataLength:
            Row("LE Read Maximum Advertising Data Length", .exactly(0), (36, 6))
        case .leReadNumberOfSupportedAdvertisingSets:
            Row("LE Read Number Of Supported Advertising Sets", .exactly(0), (36, 7))
        case .leRemoveAdvertisingSet: Row("LE Remove Advertising Set", .exactly(1), (37, 0))
        case .leClearAdvertisingSets: Row("LE Clear Advertising Sets", .exactly(0), (37, 1))
        case .leSetPeriodicAdvertisingParameters:
            Row("LE Set Periodic Advertising Parameters", .exactly(7), (37, 2))
        case .leSetPeriodicAdvertisingData:
            Row("LE Set Periodic Advertising Data", .atLeast(3), (37, 3))
        case .leSetPeriodicAdvertisingEnable:
            Row("LE Set Periodic Advertising Enable", .exactly(2), (37, 4))
        case .leSetExtendedScanParameters:
            Row("LE Set Extended Scan Parameters", .atLeast(3), (37, 5))
        case .leSetExtendedScanEnable: Row("LE Set Extended Scan Enable", .exactly(6), (37, 6))
        case .leExtendedCreateConnection:
            Row("LE Extended Create Connection", .atLeast(10), (37, 7), .status)
        case .lePeriodicAdvertisingCreateSync:
            Row("LE Periodic Advertising Create Sync", .exactly(14), (38, 0), .status)
        case .lePeriodicAdvertisingCreateSyncCancel:
            Row("LE Periodic Advertising Create Sync Cancel", .exactly(0), (38, 1))
        case .lePeriodicAdvertisingTerminateSync:
            Row("LE Periodic Advertising Terminate Sync", .exactly(2), (38, 2))
        case .leAddToPeriodicAdvertiserList:
            Row("LE Add Device To Periodic Advertiser List", .exactly(8), (38, 3))
        case .leRemoveFromPeriodicAdvertiserList:
            Row("LE Remove Device From Periodic Advertiser List", .exactly(8), (38, 4))
        case .leClearPeriodicAdvertiserList:
            Row("LE Clear Periodic Advertiser List", .exactly(0), (38, 5))
        case .leReadPeriodicAdvertiserListSize:
            Row("LE Read Periodic Advertiser List Size", .exactly(0), (38, 6))
        case .leReadTransmitPower: Row("LE Read Transmit Power", .exactly(0), (38, 7))
        case .leReadRFPathCompensation: Row("LE Read RF Path Compensation", .exactly(0), (39, 0))
        case .leWriteRFPathCompensation: Row("LE Write RF Path Compensation", .exactly(4), (39, 1))
        case .leSetPrivacyMode: Row("LE Set Privacy Mode", .exactly(8), (39, 2))
        case .leSetPeriodicAdvertisingReceiveEnable:
            Row("LE Set Periodic Advertising Receive Enable", .exactly(3), (40, 5))
        case .lePeriodicAdvertisingSyncTransfer:
            Row("LE Periodic Advertising Sync Transfer", .exactly(6), (40, 6))
        case .lePeriodicAdvertisingSetInfoTransfer:
            Row("LE Periodic Advertising Set Info Transfer", .exactly(5), (40, 7))
        case .leSetPeriodicAdvertisingSyncTransferParameters:
            Row("LE Set Periodic Advertising Sync Transfer Parameters", .exactly(8), (41, 0))
        case .leSetDefaultPeriodicAdvertisingSyncTransferParameters:
            Row(
                "LE Set Default Periodic Advertising Sync Transfer Parameters", .exactly(6), (41, 1)
            )
        case .leGenerateDHKeyV2: Row("LE Generate DHKey [v2]", .exactly(65), (41, 2), .status)
        case .leReadBufferSizeV2: Row("LE Read Buffer Size [v2]", .exactly(0), (41, 5))
        case .leRequestPeerSCA: Row("LE Request Peer SCA", .exactly(2), (43, 2), .status)
        case .leSetHostFeature: Row("LE Set Host Feature", .exactly(2), (44, 1))
        }
    }

    private typealias Row = HCICommand
}
