import ClientJudge
import Testing
