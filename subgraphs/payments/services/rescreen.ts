/**
 * Screens again when other lists are in force (domain 4.3). What is pending first: payments that are not signed yet fail,
 * parked payments and holds are dismissed, where their payee is on a sanctions list by now. Gate 15 would stop them anyway;
 * this tells their owners at once and frees their money. Then who is known: those whom wallets have paid, and records that
 * name somebody; where that is the owner of wallets, they are frozen.
 */
import { parseAddress } from '../../shared/evmAddress.ts'
import type { AgentId, WalletId } from '../../shared/ids.ts'
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { findPayersOf } from '../models/paidPayees.ts'
import { markRescreened, readListsInForce } from '../models/screeningLists.ts'
import { payeeOf } from '../models/screenings.ts'
import { findWalletsOfOwner, type WalletRow } from '../models/wallets.ts'
import type { NamedRecords, Screener } from '../ports.ts'
import { denyingList } from '../rules/screening.ts'
import { flagKnown, freezeListed, isDenied, type Known } from './flagRecords.ts'
import { type StopHoldsDeps, stopHolds } from './holds/stopHolds.ts'
import { stopPayments } from './stopPayments.ts'

const POLL_MS = 1_000
const PAGE = 500
const EVERYTHING = { orgId: null, mode: null, scope: 'global', targetId: '*' } as const

interface RescreeningDeps extends StopHoldsDeps {
  readonly log: Log
  readonly named: NamedRecords
  readonly screener: Pick<Screener, 'check' | 'revision' | 'sanctioned' | 'screenRecord'>
}

export function createRescreeningWorker(deps: RescreeningDeps): Worker {
  const { database, screener } = deps
  const isListed = (spend: Parameters<typeof payeeOf>[0]) => denyingList(screener.check(payeeOf(spend))) !== null
  let done = 0
  return {
    name: 'rescreening',
    async run(signal) {
      for (; !signal.aborted; await sleep(POLL_MS, signal)) {
        const { revision } = screener
        if (revision === done) continue
        // Another process may have done it; twice would do no harm.
        if ((await readListsInForce(database)).rescreened < revision) {
          await stopPayments(deps, EVERYTHING, isListed)
          await stopHolds(deps, EVERYTHING, isListed)
          await flagCounterparties(deps, signal)
          await flagRecords(deps, signal)
          if (signal.aborted) return
          await markRescreened(database, revision)
        }
        done = revision
      }
    },
  }
}

/** The payments were right when they were made: what is new is that their owner has dealt with somebody listed. */
async function flagCounterparties(deps: RescreeningDeps, signal: AbortSignal): Promise<void> {
  const { database, screener } = deps
  const listed = screener.sanctioned().flatMap(({ address }) => parseAddress(address) ?? [])
  for (let start = 0; start < listed.length && !signal.aborted; start += PAGE) {
    const found: Known[] = []
    for await (const { to, ...payer } of findPayersOf(database, listed.slice(start, start + PAGE))) {
      const { revision } = screener
      const checks = screener.check({ address: to, mode: payer.mode })
      if (checks.length > 0) found.push({ ...payer, subjectType: 'counterparty', subjectId: to, checks, revision })
    }
    await flagKnown(deps, found)
  }
}

async function flagRecords(deps: RescreeningDeps, signal: AbortSignal): Promise<void> {
  for await (const page of deps.named()) {
    if (signal.aborted) return
    const found: Known[] = []
    for (const record of page) {
      const screened = await deps.screener.screenRecord(record)
      if (screened.checks.length > 0) found.push({ ...record, ...screened })
    }
    const flagged = await flagKnown(deps, found)
    for (const owner of flagged.filter(isDenied)) await freezeWalletsOf(deps, owner)
  }
}

async function freezeWalletsOf(
  deps: RescreeningDeps,
  { subjectType, subjectId, orgId, mode }: Pick<Known, 'orgId' | 'mode' | 'subjectType' | 'subjectId'>,
): Promise<void> {
  if (subjectType !== 'agent' && subjectType !== 'organization') return
  const agentId = subjectType === 'agent' ? { agentId: subjectId as AgentId } : {}
  for (let after: WalletId | null = null; ; ) {
    const page: WalletRow[] = await findWalletsOfOwner(
      deps.database,
      { orgId, mode, ...agentId },
      { after, limit: PAGE },
    )
    await freezeListed(deps, page)
    after = page.at(-1)?._id ?? null
    if (page.length < PAGE || after === null) return
  }
}
