/**
 * Screens again when other lists are in force, or a release screens otherwise (domain 4.3). What is pending first: payments that are not signed yet fail,
 * parked payments and holds are dismissed, where their payee is on a sanctions list by now. Gate 15 would stop them anyway;
 * this tells their owners at once and frees their money. Then who is known: those whom wallets have paid, and records that
 * name somebody; where that is the owner of wallets or of a bank account, they are frozen, or paused, and so are wallets whose
 * own address is listed. A bank account whose owner
 * has a similar name waits for compliance.
 */

import type { Clock } from '../../shared/clock.ts'
import { isBusy } from '../../shared/commit/submitByOwner.ts'
import { parseAddress } from '../../shared/evmAddress.ts'
import type { AgentId, WalletId } from '../../shared/ids.ts'
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { payeeOf } from '../models/keptScreening.ts'
import { findPayersOf } from '../models/paidPayees.ts'
import { findRescreenedRules, markRescreened, readListsInForce } from '../models/screeningLists.ts'
import { findWalletsByAddress, findWalletsOfOwner, type WalletRow } from '../models/wallets.ts'
import type { NamedRecords, Screener } from '../ports.ts'
import { denyingList } from '../rules/screening.ts'
import { flagKnown, freezeListed, isDenied, type Known } from './flagRecords.ts'
import { type StopHoldsDeps, stopHolds } from './holds/stopHolds.ts'
import { tellAll } from './importScreeningList.ts'
import { stopPayments } from './stopPayments.ts'

const POLL_MS = 1_000
/** While something could not be done. */
const RETRY_MS = 10_000
const PAGE = 500
/** Raised with each change of who is screened, and of what is done where somebody is found. */
const RULES_VERSION = 'rules:1'
const EVERYTHING = { orgId: null, mode: null, scope: 'global', targetId: '*' } as const

interface RescreeningDeps extends StopHoldsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly named: NamedRecords
  /** Lets nobody use a bank account whose owner is on a sanctions list. */
  readonly pauseListed: (bankAccountId: string) => Promise<void>
  /** Opens a case about a bank account whose owner has a name like one on a list. */
  readonly reviewSimilar: (bankAccountId: string) => Promise<void>
  readonly screener: Pick<Screener, 'check' | 'revision' | 'sanctioned' | 'screenRecord' | 'versionsAt'>
}

export function createRescreeningWorker(deps: RescreeningDeps): Worker {
  const { database, log, screener } = deps
  return {
    name: 'rescreening',
    async run(signal) {
      let done: number | null = null
      for (; !signal.aborted; await sleep(POLL_MS, signal)) {
        const { revision } = screener
        if (revision === done) continue
        const [inForce, rules, before] = await Promise.all([
          readListsInForce(database),
          rulesOf(screener),
          findRescreenedRules(database),
        ])
        // Not by a part of them.
        if (revision < inForce.revision) continue
        // Another process may have done it; twice would do no harm.
        if (inForce.rescreened < revision || before !== rules) {
          // The import may have died before it did: until then another process accepts by older lists who was screened here already.
          if (revision > 0) await tellAll(deps, revision)
          const failures = await rescreen(deps, signal)
          if (signal.aborted) return
          for (const err of failures) log.error({ err, revision }, 'not everybody could be screened again yet')
          if (failures.length > 0) {
            await sleep(RETRY_MS, signal)
            continue
          }
          await markRescreened(database, { revision, rules })
        }
        done = revision
      }
    },
  }
}

/** With the lists that are part of the product. */
async function rulesOf({ versionsAt }: Pick<Screener, 'versionsAt'>): Promise<string> {
  const included = await versionsAt(0)
  return [RULES_VERSION, ...included.map(({ list, version }) => `${list}:${version}`)].join(' ')
}

/** What fails for one organization keeps no other from being stopped. @returns what failed */
async function rescreen(deps: RescreeningDeps, signal: AbortSignal): Promise<unknown[]> {
  const isListed = (spend: Parameters<typeof payeeOf>[0]) => denyingList(deps.screener.check(payeeOf(spend))) !== null
  const failures: unknown[] = []
  for (const step of [
    () => stopPayments(deps, EVERYTHING, isListed),
    () => stopHolds(deps, EVERYTHING, isListed),
    () => freezeListedAddresses(deps, signal, failures),
    () => flagCounterparties(deps, signal, failures),
    () => flagRecords(deps, signal, failures),
  ])
    await attempt(failures, step)
  return failures
}

/** @returns why it failed; null: it did not */
async function attempt(failures: unknown[], act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act()
    return null
  } catch (error) {
    failures.push(error)
    return error
  }
}

/** The wallets of the service at addresses on a list: nothing more is paid from them. */
async function freezeListedAddresses(deps: RescreeningDeps, signal: AbortSignal, failures: unknown[]): Promise<void> {
  const listed = deps.screener.sanctioned().flatMap(({ address }) => parseAddress(address) ?? [])
  for (let start = 0; start < listed.length && !signal.aborted; start += PAGE) {
    const found = await findWalletsByAddress(deps.database, listed.slice(start, start + PAGE))
    await attempt(failures, () => freezeListed(deps, found, 'address of the wallet'))
  }
}

/** The payments were right when they were made: what is new is that their owner has dealt with somebody listed. */
async function flagCounterparties(deps: RescreeningDeps, signal: AbortSignal, failures: unknown[]): Promise<void> {
  const { database, screener } = deps
  const listed = screener.sanctioned().flatMap(({ address }) => parseAddress(address) ?? [])
  for (let start = 0; start < listed.length && !signal.aborted; start += PAGE) {
    const found: Known[] = []
    for await (const { to, ...payer } of findPayersOf(database, listed.slice(start, start + PAGE))) {
      const { revision } = screener
      const checks = screener.check({ address: to, mode: payer.mode })
      if (checks.length > 0) found.push({ ...payer, subjectType: 'counterparty', subjectId: to, checks, revision })
    }
    await attempt(failures, () => flagKnown(deps, found))
  }
}

async function flagRecords(deps: RescreeningDeps, signal: AbortSignal, failures: unknown[]): Promise<void> {
  for await (const page of deps.named()) {
    if (signal.aborted) return
    const found: Known[] = []
    for (const record of page)
      await attempt(failures, async () => {
        // In a turn of its own: not after what the organization is having screened.
        const { orgId: _, ...named } = record
        const screened = await deps.screener.screenRecord(named)
        if (screened.checks.length > 0) found.push({ ...record, ...screened })
      })
    // Before they are flagged: a process that dies in between would leave them flagged, and nobody would freeze them again.
    const left = await freezeDenied(deps, found.filter(isDenied), failures)
    // Its case flags it.
    const waiting = found.filter((one) => one.subjectType === 'bank_account' && !isDenied(one))
    await reviewWaiting(deps, waiting, failures)
    await attempt(failures, () =>
      flagKnown(
        deps,
        found.filter((one) => !left.has(one) && !waiting.includes(one)),
      ),
    )
  }
}

/** One organization whose commits do not come through holds back only its own. */
async function reviewWaiting(deps: RescreeningDeps, waiting: readonly Known[], failures: unknown[]): Promise<void> {
  const byOwner = Map.groupBy(waiting, ({ orgId }) => orgId)
  await Promise.all(
    [...byOwner.values()].map(async (own) => {
      let error: unknown = null
      for (const { subjectId } of own)
        if (!isBusy(error)) error = await attempt(failures, () => deps.reviewSimilar(subjectId))
    }),
  )
}

/**
 * Freezes the wallets of who is denied, those too who were flagged before: compliance unfreezes only what no list has, so a
 * wallet of theirs that is not frozen was unfrozen before the list had its owner again. @returns those whose are not frozen
 */
async function freezeDenied(deps: RescreeningDeps, denied: readonly Known[], failures: unknown[]): Promise<Set<Known>> {
  const left = new Set<Known>()
  const byOwner = Map.groupBy(denied, ({ orgId }) => orgId)
  await Promise.all(
    [...byOwner.values()].map(async (own) => {
      let error: unknown = null
      for (const owner of own) {
        if (!isBusy(error)) error = await attempt(failures, () => freezeWalletsOf(deps, owner))
        if (error !== null) left.add(owner)
      }
    }),
  )
  return left
}

async function freezeWalletsOf(
  deps: RescreeningDeps,
  { subjectType, subjectId, orgId, mode }: Pick<Known, 'orgId' | 'mode' | 'subjectType' | 'subjectId'>,
): Promise<void> {
  if (subjectType === 'bank_account') return deps.pauseListed(subjectId)
  if (subjectType !== 'agent' && subjectType !== 'organization') return
  const agentId = subjectType === 'agent' ? { agentId: subjectId as AgentId } : {}
  const failures: unknown[] = []
  for (let after: WalletId | null = null; ; ) {
    const page: WalletRow[] = await findWalletsOfOwner(
      deps.database,
      { orgId, mode, ...agentId },
      { after, limit: PAGE },
    )
    await attempt(failures, () => freezeListed(deps, page))
    after = page.at(-1)?._id ?? null
    if (page.length < PAGE || after === null || failures.some(isBusy)) break
  }
  if (failures.length > 0) throw failures[0]
}
