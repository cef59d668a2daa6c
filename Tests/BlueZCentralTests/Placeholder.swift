import BlueZCentral
import Testing
