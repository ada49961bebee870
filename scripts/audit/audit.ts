/**
 * Holds database and chains of a service against its promises, without the service: nothing here uses its code. Everything
 * is read as of one instant, and the chains at the block that the service had read by then, so it can go on meanwhile; for as
 * long as the server remembers that instant, and beyond it where nothing is committed. Memory grows with wallets, not with
 * payments.
 */
import { openCheckpoints } from './checkpoints.ts'
import { createFindings, type Findings, type PointReport } from './findings.ts'
import { openVersions } from './limits.ts'
import { openListings } from './listings.ts'
import { auditHoldApprovals } from './points/approvals.ts'
import { auditBlocked } from './points/blocked.ts'
import { auditCardWindows } from './points/cardWindows.ts'
import { auditCases } from './points/cases.ts'
import { auditChains, readAllBalances } from './points/chain.ts'
import { auditDeliveries } from './points/deliveries.ts'
import { auditEnrolment } from './points/enrolment.ts'
import { auditEvents } from './points/events.ts'
import { auditGasReservations } from './points/gasReservations.ts'
import { auditJournals } from './points/journals.ts'
import { auditKeys } from './points/keys.ts'
import { auditKya } from './points/kya.ts'
import { ChainMoved, openNetworks } from './points/networks.ts'
import { auditNonces } from './points/nonces.ts'
import { auditOrders } from './points/orders.ts'
import { auditPayments } from './points/payments.ts'
import { auditScreenings } from './points/screenings.ts'
import { auditSeals } from './points/seals.ts'
import { auditSecrets } from './points/secrets.ts'
import { openSessionPoint } from './points/sessions.ts'
import { readHotWallets } from './points/stock.ts'
import { auditTrust } from './points/trust.ts'
import { openSource, type Source } from './source.ts'
import { openStops } from './stops.ts'
import { openTimes } from './times.ts'
import { readWallets } from './wallets.ts'

export interface AuditInput {
  readonly mongodbUri: string
  readonly database: string
  /** Endpoints of each network, by `<mode>:<chain>`. */
  readonly endpoints: ReadonlyMap<string, readonly string[]>
  /** How far the clocks of the service's processes may differ, with the time that a commit takes. */
  readonly skewMs?: number
  /** How long the service may take to follow a reorganization of its chain. */
  readonly patienceMs?: number
  /** For how long a delivery may be due while the service runs. Absent: it may stand still, and nothing is overdue. */
  readonly overdueMs?: number | undefined
  /** Files of the service's log, and texts that a test has used as secrets: neither may show the other. */
  readonly logs?: readonly string[]
  readonly canaries?: readonly string[]
}

export interface AuditReport {
  readonly points: readonly PointReport[]
  /** Differences between ledger and chain that an open mismatch, or work under way, explains to the unit. */
  readonly explained: readonly string[]
  readonly breachCount: number
  readonly seconds: number
}

const PATIENCE_MS = 10_000
const RETRY_MS = 500
const SKEW_MS = 1_000

export async function audit(input: AuditInput): Promise<AuditReport> {
  const began = performance.now()
  const findings = await auditSnapshots(input)
  const { points, explained } = findings.report()
  const breachCount = points.reduce((sum, one) => sum + one.breachCount, 0)
  return { points, explained, breachCount, seconds: (performance.now() - began) / 1_000 }
}

async function auditSnapshots(input: AuditInput): Promise<Findings> {
  const deadline = performance.now() + (input.patienceMs ?? PATIENCE_MS)
  for (;;) {
    const machineNow = new Date()
    const source = await openSource({ uri: input.mongodbUri, database: input.database })
    const findings = createFindings(await readFoundPaid(source))
    try {
      await auditSnapshot(source, { ...input, machineNow }, findings)
      return findings
    } catch (error) {
      if (!(error instanceof ChainMoved)) throw error
      if (performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      else {
        findings.breach(6, error.message)
        return findings
      }
    } finally {
      await source.close()
    }
  }
}

/** Payments that the chain has paid while a restored backup has them wait for a person, with their mismatches. */
async function readFoundPaid(source: Source): Promise<ReadonlyMap<string, string>> {
  const rows = await source.find<{ _id: string; paymentId: string }>('mismatches', {
    resolution: 'paid_before_restore',
  })
  return new Map(rows.map(({ _id, paymentId }) => [paymentId, _id]))
}

interface SnapshotInput extends AuditInput {
  /** Before anything was read. */
  readonly machineNow: Date
}

async function auditSnapshot(source: Source, input: SnapshotInput, findings: Findings): Promise<void> {
  const wallets = await readWallets(source, findings)
  const networks = await openNetworks(source, input.endpoints, findings)
  const hotWallets = await readHotWallets(source)
  const balances = await readAllBalances({ wallets, networks, hotWallets })
  const versions = openVersions(source)
  const checkpoints = await openCheckpoints(source)
  const skewMs = input.skewMs ?? SKEW_MS
  const stops = await openStops(source, skewMs)
  const listings = await openListings(source)
  const sessions = openSessionPoint(source, findings, skewMs)
  const { gas, stock } = await auditJournals(source, wallets, findings)
  await auditBlocked(source, wallets, findings)
  const events = await auditEvents({ source, wallets, stops, versions, checkpoints, sessions, findings })
  const blocks = new Map(networks.list.map(({ id, block }) => [id, block]))
  const completed = await auditPayments({ source, wallets, versions, checkpoints, findings }, events, blocks)
  await auditOrders(source, findings)
  await auditCardWindows(source, wallets, findings)
  await auditHoldApprovals({ source, versions, findings })
  await auditNonces({ source, wallets, stops, listings, networks, skewMs, findings }, gas)
  await auditGasReservations(source, findings)
  await auditKeys(source, findings)
  await auditEnrolment(source, findings)
  await auditSeals(source, findings)
  const times = await openTimes(source, input.machineNow)
  await auditDeliveries({ source, checkpoints, times, skewMs, overdueMs: input.overdueMs, findings })
  await auditCases(source, findings, times)
  await auditKya(source, findings)
  await auditTrust(source, findings, times)
  await auditScreenings(source, listings, findings)
  await sessions.end()
  await auditSecrets(source, findings, input)
  await auditChains({ source, wallets, networks, hotWallets, stock, findings }, balances, completed)
}
