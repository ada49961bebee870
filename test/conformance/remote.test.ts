/** The whole interface of two gateways on one database, asked in turn, each with its subgraphs behind HTTP: what one decided, the other knows. */
import { conformance } from './suite.ts'

conformance('remote')
