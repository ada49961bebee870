/**
 * Freezes a wallet (specification 6.1; domain 9.1): one control intent on the position that every spend
 * guards, so once a freeze is acknowledged no spend from the wallet is accepted or signed. Deposits and reads continue.
 */

import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { type KeyedIntent, submitPrepared } from '../../shared/commit/submit.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { type Caller, type Principal, requireCaller } from '../../shared/principal.ts'
import type { StoppablePayments } from '../../shared/stops.ts'
import { freeze } from '../../shared/walletEvents.ts'
import type { WalletRow } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { getWallet, type WalletView } from './readPayments.ts'

export interface FreezeInput {
  readonly walletId: string
  readonly reason: string
}

export interface ChangedWallet {
  readonly wallet: WalletView
  readonly replayed: boolean
}

/**
 * Repeating it changes nothing (see `freeze`). A suspended organization may freeze, too.
 * @throws DomainError not_found (foreign wallet), invalid_request, and those of access
 */
export async function freezeWallet(
  deps: Pick<PaymentsDeps, 'database' | 'commit'> & { readonly work: StoppablePayments },
  principal: Principal,
  input: FreezeInput,
  key: RequestKey | null = null,
): Promise<ChangedWallet> {
  const prepare = async (): Promise<KeyedIntent<WalletPosition>> => {
    const caller = requireCaller(principal)
    const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const { row } = await getWallet(deps, caller, input.walletId)
    return {
      ...{ ...changeOf(row), ...STOP },
      decide(state, at) {
        const wallet = state.get(walletRef(row._id))
        if (wallet === null) return refused(notFound('wallet'))
        const changed = freeze(wallet, { source: 'manual', by: actorOf(caller), reason, at })
        return changed === null ? done(wallet) : changedTo(changed)
      },
    }
  }
  const changed = await submitWalletChange(deps, principal, { input, prepare, key })
  const { orgId, mode, _id: targetId } = changed.wallet.row
  if (!changed.replayed) deps.work.beginStop({ orgId, mode, scope: 'wallet', targetId })
  return changed
}

/** What the intents that change a wallet have in common. */
export function changeOf({ _id: walletId, orgId, mode }: WalletRow): Omit<KeyedIntent<WalletPosition>, 'decide'> {
  return {
    ...({ priority: 'control', orgId, mode, resource: { type: 'wallet', id: walletId } } as const),
    reads: () => ({ guard: [walletRef(walletId)] }),
  }
}

export const changedTo = ({ next, events }: NonNullable<ReturnType<typeof freeze>>) =>
  done(next, { set: [setRow(walletRef(next.walletId), next)], events })

export async function submitWalletChange(
  deps: Pick<PaymentsDeps, 'database' | 'commit'>,
  principal: Principal,
  change: {
    readonly input: FreezeInput
    readonly prepare: () => Promise<KeyedIntent<WalletPosition>>
    readonly key: RequestKey | null
  },
): Promise<ChangedWallet> {
  const settled = await submitPrepared(deps.commit, change.prepare, change.key)
  const wallet = await getWallet(deps, principal, change.input.walletId)
  if (!('answer' in settled)) return { wallet, replayed: true }
  return { wallet: { ...wallet, position: settled.answer }, replayed: false }
}

/** Taken from the credentials, never from the request. */
export const actorOf = (caller: Caller): string => (caller.kind === 'agent' ? caller.agentId : caller.keyId)
