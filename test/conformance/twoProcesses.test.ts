/** The whole interface of two processes on one database, each asked in turn: what one decided, the other knows. */
import { conformance } from './suite.ts'

conformance('two processes')
