/**
 * Freezes and unfreezes a wallet (specification 6.1; domain 9.1): one control intent on the position that every spend
 * guards, so once a freeze is acknowledged no spend from the wallet is accepted or signed. Deposits and reads continue.
 */

import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { type KeyedIntent, submitPrepared } from '../../shared/commit/submit.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { notFound } from '../../shared/errors.ts'
import type { EventDraft } from '../../shared/events.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { type Caller, type Principal, requireCaller } from '../../shared/principal.ts'
import type { StoppablePayments } from '../../shared/stops.ts'
import { freeze, nextWalletStatus, type WalletAct, walletEvent, walletStatus } from '../../shared/walletEvents.ts'
import type { WalletRow } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { getWallet, type WalletView } from './readPayments.ts'

export interface FreezeInput {
  readonly walletId: string
  readonly reason: string
}

interface Changed {
  readonly wallet: WalletView
  readonly replayed: boolean
}

type Deps = Pick<PaymentsDeps, 'database' | 'commit'>

/**
 * Repeating it changes nothing (see `freeze`). A suspended organization may freeze, too.
 * @throws DomainError not_found (foreign wallet), invalid_request, and those of access
 */
export async function freezeWallet(
  deps: Deps & { readonly work: StoppablePayments },
  principal: Principal,
  input: FreezeInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  const changed = await changeWallet(deps, principal, { input, key }, freeze, { whileSuspended: true })
  const { orgId, mode, _id: targetId } = changed.wallet.row
  if (!changed.replayed) deps.work.beginStop({ orgId, mode, scope: 'wallet', targetId })
  return changed
}

/**
 * For administrators, never for agents. Also resets the policy violations that count towards the next freeze.
 * @throws DomainError not_found (foreign wallet), invalid_request, and those of access
 */
export function unfreezeWallet(
  deps: Deps,
  principal: Principal,
  input: FreezeInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  return changeWallet(deps, principal, { input, key }, (wallet, act) => {
    if (nextWalletStatus(walletStatus(wallet), 'unfreeze') === null) return null
    return { next: { ...wallet, frozen: null, violations: [] }, event: walletEvent('wallet.unfrozen', wallet, act) }
  })
}

/** Null: the wallet is in this state already. */
type Change = (wallet: WalletPosition, act: WalletAct) => { next: WalletPosition; event: EventDraft } | null

async function changeWallet(
  deps: Deps,
  principal: Principal,
  { input, key }: { readonly input: FreezeInput; readonly key: RequestKey | null },
  change: Change,
  options: Pick<KeyedIntent<WalletPosition>, 'whileSuspended'> = {},
): Promise<Changed> {
  const prepare = async () => {
    const caller = requireCaller(principal)
    const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const { row } = await getWallet(deps, caller, input.walletId)
    return { ...walletIntent(caller, row, reason, change), ...options }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  const wallet = await getWallet(deps, principal, input.walletId)
  if (!('answer' in settled)) return { wallet, replayed: true }
  return { wallet: { ...wallet, position: settled.answer }, replayed: false }
}

function walletIntent(
  caller: Caller,
  { _id: walletId, orgId, mode }: WalletRow,
  reason: string,
  change: Change,
): KeyedIntent<WalletPosition> {
  const ref = walletRef(walletId)
  return {
    ...({ priority: 'control', orgId, mode, resource: { type: 'wallet', id: walletId } } as const),
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const wallet = state.get(ref)
      if (wallet === null) return refused(notFound('wallet'))
      const changed = change(wallet, { source: 'manual', by: actorOf(caller), reason, at })
      if (changed === null) return done(wallet)
      return done(changed.next, { set: [setRow(ref, changed.next)], events: [changed.event] })
    },
  }
}

/** Taken from the credentials, never from the request. */
export const actorOf = (caller: Caller): string => (caller.kind === 'agent' ? caller.agentId : caller.keyId)
