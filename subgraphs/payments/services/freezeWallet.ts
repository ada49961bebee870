/**
 * Freezes a wallet (specification 6.1 wallet.frozen; domain 9.1): one control intent on the position that every spend
 * guards, so once acknowledged no spend from it is accepted or signed. Deposits and reads continue.
 */

import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Intent } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { notFound } from '../../shared/errors.ts'
import type { EventDraft } from '../../shared/events.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import type { WalletId } from '../../shared/ids.ts'
import { type Caller, type Principal, requireCaller } from '../../shared/principal.ts'
import type { StoppablePayments } from '../../shared/spend.ts'
import type { PaymentsDeps } from '../ports.ts'
import { freezeEvent } from '../rules/walletEvents.ts'
import { findOwnWallet, type WalletView } from './readPayments.ts'

export interface FreezeInput {
  readonly walletId: string
  readonly reason: string
}

type Deps = Pick<PaymentsDeps, 'database' | 'commit'>

/** @throws DomainError not_found (foreign wallet), invalid_request, and those of access */
export async function freezeWallet(
  deps: Deps & { readonly work: StoppablePayments },
  principal: Principal,
  input: FreezeInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  const changed = await changeWallet(deps, principal, { input, key }, freezeIntent)
  const { orgId, mode, _id: targetId } = changed.wallet.row
  if (!changed.replayed) deps.work.beginStop({ orgId, mode, scope: 'wallet', targetId })
  return changed
}

export interface Changed {
  readonly wallet: WalletView
  readonly replayed: boolean
}

/** Shared by freezing and unfreezing, which differ in their intent. */
export async function changeWallet(
  deps: Deps,
  principal: Principal,
  { input, key }: { readonly input: FreezeInput; readonly key: RequestKey | null },
  intentOf: (caller: Caller, walletId: WalletId, reason: string) => Intent<WalletPosition>,
): Promise<Changed> {
  const prepare = async () => {
    const caller = requireCaller(principal)
    const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const { row } = await findOwnWallet(deps, caller, input.walletId)
    return { ...intentOf(caller, row._id, reason), resource: { type: 'wallet', id: row._id } }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  const wallet = await findOwnWallet(deps, principal, input.walletId)
  if (!('answer' in settled)) return { wallet, replayed: true }
  return { wallet: { ...wallet, position: settled.answer }, replayed: false }
}

/** Freezing a frozen wallet changes nothing: the first reason is kept. */
function freezeIntent(caller: Caller, walletId: WalletId, reason: string): Intent<WalletPosition> {
  const intent = walletIntent(caller, walletId, (wallet, at) => {
    if (wallet.frozen !== null) return null
    const by = actorOf(caller)
    const frozen = { source: 'manual', by, reason, at } as const
    return { next: { ...wallet, frozen }, event: freezeEvent('wallet.frozen', wallet, { reason, actor: by, at }) }
  })
  return { ...intent, whileSuspended: true }
}

/** A change of one wallet's position, or none. */
export function walletIntent(
  caller: Caller,
  walletId: WalletId,
  change: (wallet: WalletPosition, at: Date) => { next: WalletPosition; event: EventDraft } | null,
): Intent<WalletPosition> {
  const ref = walletRef(walletId)
  return {
    priority: 'control',
    orgId: caller.orgId,
    mode: caller.mode,
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const wallet = state.get(ref)
      if (wallet === null) return refused(notFound('wallet'))
      const changed = change(wallet, at)
      if (changed === null) return done(wallet)
      const { next, event } = changed
      return done(next, { set: [setRow(ref, next)], events: [event] })
    },
  }
}

/** Taken from the credentials, never from the request. */
export const actorOf = (caller: Caller): string => (caller.kind === 'agent' ? caller.agentId : caller.keyId)
