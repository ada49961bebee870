/** The whole interface with subgraphs remote. */
import { conformance } from './suite.ts'

conformance('remote')
