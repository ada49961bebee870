/**
 * Flags who is known, and stands on a list: records that name somebody, and whom a wallet has paid before (domain 4.3). Each is
 * flagged once for what was found, in a row whose id follows from it, so that the same list imported every day repeats nothing.
 */

import { createHash } from 'node:crypto'
import { composeParts } from '../../shared/commit/compose.ts'
import { orgRef, walletRef } from '../../shared/commit/positions.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { submitByOwner } from '../../shared/commit/submitByOwner.ts'
import type { IntentPart, State, Writes } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { type AgentId, base32, ID_PREFIXES, type ScreeningId, type WalletId } from '../../shared/ids.ts'
import type { NamedRecord } from '../../shared/recordScreening.ts'
import type { ScreeningCheck } from '../../shared/spend.ts'
import { BY_SCREENING, complianceFreezeOf, freezeForCompliance } from '../../shared/walletEvents.ts'
import { recordFlaggedEvent, type ScreeningRow, screeningRef } from '../models/screenings.ts'
import type { PaymentsDeps } from '../ports.ts'
import { judge } from '../rules/screening.ts'

/** Somebody on a list: a record, or the address that a wallet has paid. */
export type Known = Pick<NamedRecord, 'orgId' | 'mode' | 'subjectId'> & {
  readonly subjectType: Exclude<ScreeningRow['subjectType'], 'payment' | 'hold'>
  /** Of a counterparty: the wallet that has paid it, and the agent that it had then. */
  readonly walletId?: WalletId
  readonly agentId?: AgentId | null
  readonly checks: readonly ScreeningCheck[]
  /** Of the lists. */
  readonly revision: number
}

/** Not of the version of a list: the next one finds the same. */
export function flagIdOf({ orgId, mode, subjectType, subjectId, walletId, agentId, checks }: Known): ScreeningId {
  const found = checks.map(({ name, evidence }) => [name, evidence.list, evidence.screened_name ?? null]).sort()
  const payer = agentId === undefined ? [] : [agentId]
  const facts = JSON.stringify([orgId, mode, subjectType, subjectId, walletId ?? null, found, ...payer])
  return `${ID_PREFIXES.screening}${base32(createHash('sha256').update(facts).digest().subarray(0, 16))}`
}

/** The record of a flag; nothing where there is one. */
export function flagRowWrites(state: State, known: Known, at: Date): Writes {
  const ref = screeningRef(flagIdOf(known))
  if (state.get(ref) !== null) return {}
  const { orgId, mode, subjectType, subjectId, walletId = null, checks, revision } = known
  const agentId = agentOf(known)
  const row = { orgId, mode, walletId, agentId, subjectType, subjectId, checks, revision, createdAt: at }
  return { insert: [insertRow(ref, row)] }
}

function agentOf({ subjectType, subjectId, agentId }: Known): ScreeningRow['agentId'] {
  if (agentId !== undefined) return agentId
  return subjectType === 'agent' ? (subjectId as ScreeningRow['agentId']) : null
}

type Deps = Pick<PaymentsDeps, 'database' | 'commit' | 'log'>

/** @throws the first failure, after all others were flagged */
export async function flagKnown(deps: Deps, found: readonly Known[]): Promise<void> {
  const failed = await submitByOwner(found, async (own) => {
    const [{ orgId, mode }] = own
    await submitPrepared(deps.commit, () => ({
      ...({ priority: 'control', orgId, mode, ...STOP } as const),
      ...composeParts(own.map(flagPart)),
    }))
  })
  const [first] = failed
  // The next round finds what is missing.
  if (first !== undefined) throw first.error
}

function flagPart(known: Known): IntentPart<null> {
  const { orgId, walletId } = known
  const { agentId: payer, ...unpaid } = known
  const screeningId = flagIdOf(known)
  const ref = screeningRef(screeningId)
  // Earlier releases flagged a counterparty once for its wallet, whichever agent had paid it.
  const former = screeningRef(flagIdOf(unpaid))
  return {
    reads: () => ({
      guard: [
        ...[orgRef(orgId), ref, ...(payer === undefined ? [] : [former])],
        // The event takes a number of the wallet.
        ...(walletId === undefined ? [] : [walletRef(walletId)]),
      ],
    }),
    decide(state, at) {
      if (state.get(ref) !== null) return done(null)
      if (payer !== undefined && state.get(former)?.agentId === payer) return done(null)
      const event = recordFlaggedEvent({ ...known, screeningId, agentId: agentOf(known) }, at)
      return done(null, { ...flagRowWrites(state, known, at), events: [event] })
    },
  }
}

interface OwnedWallet extends Pick<NamedRecord, 'orgId' | 'mode'> {
  readonly _id: WalletId
}

/** Wallets whose owner, or address, is on a sanctions list (domain 4.2, 4.3); only compliance can unfreeze them. */
export async function freezeListed(
  deps: Deps,
  wallets: readonly OwnedWallet[],
  what: 'name of its owner' | 'address of the wallet' = 'name of its owner',
): Promise<void> {
  const [first] = await submitByOwner(wallets, async (own) => {
    const [{ orgId, mode }] = own
    await submitPrepared(deps.commit, () => ({
      ...({ priority: 'control', orgId, mode, ...STOP } as const),
      ...composeParts(own.map(({ _id }) => freezePart(_id, what))),
    }))
  })
  if (first !== undefined) throw first.error
}

function freezePart(walletId: WalletId, what: string): IntentPart<null> {
  const ref = walletRef(walletId)
  return {
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const wallet = state.get(ref)
      const reason = `The ${what} is on a sanctions list.`
      // Frozen already: whoever unfreezes it has its owner and address screened.
      if (wallet === null || complianceFreezeOf(wallet) !== null) return done(null)
      const { next, events } = freezeForCompliance(wallet, { source: 'policy', by: BY_SCREENING, reason, at })
      return done(null, { set: [setRow(ref, next)], events })
    },
  }
}

export const isDenied = ({ checks }: Pick<Known, 'checks'>): boolean => judge(checks).outcome === 'deny'
