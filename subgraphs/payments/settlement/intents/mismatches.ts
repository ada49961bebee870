/**
 * Opens and resolves reconciliation mismatches, in the commit that finds or corrects them. The id follows from the cause,
 * so finding the same cause again changes nothing. The organization gets `reconciliation.mismatch`.
 */

import { createHash } from 'node:crypto'
import type { WalletPosition } from '../../../shared/commit/positions.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { EventDraft } from '../../../shared/events.ts'
import type { KeyId, MismatchId, OrgId, PaymentId, WalletId } from '../../../shared/ids.ts'
import { EMPTY_BALANCES } from '../../../shared/ledger/accounts.ts'
import { assetKey } from '../../../shared/ledger/journal.ts'
import { formatUnits } from '../../../shared/money.ts'
import type { Mode } from '../../../shared/principal.ts'
import type { Chain, Token } from '../../../shared/tokens.ts'
import { freeze } from '../../../shared/walletEvents.ts'
import { mismatchCaseIdOf } from '../../models/cases.ts'
import { type MismatchKind, type MismatchRow, mismatchRef, type OutgoingTransfer } from '../../models/mismatches.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { keepCase } from '../../rules/complianceFreezes.ts'
import { guardedIntent } from './settlementIntent.ts'

/** What a mismatch is about: a payment or a deposit of one wallet. */
export interface MismatchSubject {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  readonly token: Token
  readonly chain: Chain
  readonly paymentId: PaymentId | null
  readonly depositId: string | null
  readonly transfer?: OutgoingTransfer
  /** Of a difference of balances: its wallet, chain and token. */
  readonly cause?: string
}

export function mismatchOfPayment(payment: PaymentRow): MismatchSubject {
  const { _id: paymentId, orgId, mode, walletId, token, chain } = payment
  return { orgId, mode, walletId, token, chain, paymentId, depositId: null }
}

export interface MismatchFinding {
  readonly kind: MismatchKind
  readonly expected: bigint
  readonly found: bigint
  /** What could not be corrected yet; 0 when ledger and chain agree after this commit. */
  readonly missing: bigint
  /** Whether this commit corrects something. */
  readonly corrected: boolean
  readonly reason: string
  /** It needs nobody's attention: recorded as resolved in this way, if nothing is missing. */
  readonly resolution?: string
}

export function mismatchRefFor(
  kind: MismatchKind,
  subject: Pick<MismatchSubject, 'paymentId' | 'depositId' | 'cause'> & {
    readonly transfer?: Pick<OutgoingTransfer, 'id'>
  },
): Ref<MismatchRow> {
  const cause = `${kind}:${subject.paymentId ?? subject.depositId ?? subject.transfer?.id ?? subject.cause}`
  return mismatchRef(`mis_${createHash('sha256').update(cause).digest('hex').slice(0, 26)}`)
}

const OPEN = { state: 'open', resolution: null, resolvedAt: null } as const

/**
 * Its ref must be guarded. A resolved mismatch that is found again is reopened; an open one follows what is corrected, and is
 * told again where ledger and chain differ by another amount: a small difference must not hide a large one.
 */
export function openMismatch(state: State, subject: MismatchSubject, finding: MismatchFinding, at: Date): Writes {
  const ref = mismatchRefFor(finding.kind, subject)
  const known = state.get(ref)
  const { corrected, resolution = null, ...facts } = finding
  const corrections = (known?.corrections ?? 0) + (corrected ? 1 : 0)
  const figures = { expected: String(finding.expected), found: String(finding.found) }
  if (known?.state === 'open') {
    const isSame = differenceOf(known) === differenceOf(figures)
    if (isSame && !corrected && known.missing === finding.missing) return {}
    const { missing, reason } = finding
    const next: MismatchRow = {
      ...known,
      ...(isSame ? {} : { ...figures, reason }),
      missing,
      corrections,
      updatedAt: at,
    }
    return { set: [setRow(ref, next)], ...(isSame ? {} : { events: [mismatchEvent(ref, next)] }) }
  }
  const isOver = resolution !== null && finding.missing === 0n
  const end = isOver ? ({ state: 'resolved', resolution, resolvedAt: at } as const) : OPEN
  const { cause: _cause, ...about } = subject
  const row = {
    ...about,
    ...facts,
    ...figures,
    ...{ ...end, openedAt: at, updatedAt: at, corrections },
  }
  const events = [mismatchEvent(ref, row)]
  if (known === null) return { insert: [insertRow(ref, row)], events }
  const { resolvedBy: _by, ...kept } = known
  return { set: [setRow(ref, { ...kept, ...row })], events }
}

const differenceOf = ({ expected, found }: Pick<MismatchRow, 'expected' | 'found'>): bigint =>
  BigInt(expected) - BigInt(found)

/** Its ref must be guarded. */
export function resolveMismatch(state: State, ref: Ref<MismatchRow>, resolution: string, at: Date, by?: KeyId): Writes {
  const known = state.get(ref)
  if (known === null || known.state === 'resolved') return {}
  return resolvedWrites(ref, by === undefined ? known : { ...known, resolvedBy: by }, resolution, at)
}

/** Writes the row; a mismatch that was resolved before keeps how. */
export function resolvedWrites(ref: Ref<MismatchRow>, row: MismatchRow, resolution: string, at: Date): Writes {
  if (row.state === 'resolved') return { set: [setRow(ref, row)] }
  const next: MismatchRow = { ...row, state: 'resolved', resolution, missing: 0n, resolvedAt: at, updatedAt: at }
  return { set: [setRow(ref, next)], events: [mismatchEvent(ref, next)] }
}

/** Writes the row, with something missing: one that a person has resolved before is open again until that is debited. */
export function reopenedWrites(ref: Ref<MismatchRow>, row: MismatchRow, at: Date): Writes {
  if (row.state === 'open') return { set: [setRow(ref, { ...row, updatedAt: at })] }
  const { resolvedBy: _, ...kept } = row
  const next: MismatchRow = { ...kept, ...OPEN, openedAt: at, updatedAt: at }
  return { set: [setRow(ref, next)], events: [mismatchEvent(ref, next)] }
}

/** Opens a mismatch in a commit of its own. @returns whether it is new */
export function openMismatchIntent(subject: MismatchSubject, finding: MismatchFinding): Intent<boolean> {
  return guardedIntent(subject, [mismatchRefFor(finding.kind, subject)], (state, at) => {
    const writes = openMismatch(state, subject, finding, at)
    return done(writes.events !== undefined, writes)
  })
}

export function resolveMismatchIntent(
  kind: MismatchKind,
  subject: Pick<MismatchSubject, 'orgId' | 'mode' | 'paymentId' | 'depositId'>,
  resolution: string,
): Intent<boolean> {
  const ref = mismatchRefFor(kind, subject)
  return guardedIntent(subject, [ref], (state, at) => {
    const writes = resolveMismatch(state, ref, resolution, at)
    return done(writes.events !== undefined, writes)
  })
}

/**
 * A wallet whose ledger had to be corrected is frozen until a person has reviewed it.
 * @param isReviewed it has a case, which the wallet keeps: another freeze may stand before this one
 */
export function freezeForMismatch(
  wallet: WalletPosition,
  mismatch: Ref<MismatchRow>,
  { reason, isReviewed, at }: { readonly reason: string; readonly isReviewed: boolean; readonly at: Date },
): Writes {
  const kept = isReviewed ? keepCase(wallet, mismatchCaseIdOf(mismatch.id as MismatchId)) : wallet
  const frozen = freeze(kept, { source: 'policy', by: mismatch.id, reason, at })
  // Written all the same: the commit may have changed it otherwise.
  if (frozen === null) return { set: [setRow(walletRef(wallet.walletId), kept)] }
  return { set: [setRow(walletRef(wallet.walletId), frozen.next)], events: frozen.events }
}

/** The part of `amount` that can be debited from the wallet now. */
export function availablePart(
  wallet: WalletPosition,
  { chain, token }: { chain: Chain; token: Token },
  amount: bigint,
): bigint {
  const { available } = wallet.balances[assetKey(chain, token)] ?? EMPTY_BALANCES
  return available < amount ? available : amount
}

function mismatchEvent({ id: mismatchId }: Ref<MismatchRow>, row: Omit<MismatchRow, '_id' | 'v'>): EventDraft {
  return {
    type: 'reconciliation.mismatch',
    resourceId: mismatchId,
    data: {
      ...{ mismatch_id: mismatchId, kind: row.kind, state: row.state },
      ...(row.resolution === null ? {} : { resolution: row.resolution }),
      ...{ wallet_id: row.walletId, payment_id: row.paymentId, deposit_id: row.depositId },
      ...(row.transfer === undefined ? {} : { tx_hash: row.transfer.txHash }),
      ...{ token: row.token, chain: row.chain, reason: row.reason },
      ...{ expected: formatUnits(BigInt(row.expected), row.token), found: formatUnits(BigInt(row.found), row.token) },
    },
  }
}
