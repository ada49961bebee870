/** The whole interface with subgraphs in process. */
import { conformance } from './suite.ts'

conformance('in process')
