/** Recounts the limit windows when a mandate changes their time zone (domain 6.3); otherwise a part without effect. */

import { timeOf } from '../../shared/clock.ts'
import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import type { MandatesDeps } from '../ports.ts'

export function recountPart(
  deps: Pick<MandatesDeps, 'history' | 'clock'>,
  wallet: WalletPosition,
  limitTimezone: string,
): Promise<IntentPart<null>> | IntentPart<null> {
  const counted = wallet.mandate?.limitTimezone ?? null
  const isAnotherZone = counted !== null && counted !== limitTimezone
  if (isAnotherZone && wallet.day !== null)
    return deps.history.prepareRecount(wallet, limitTimezone, timeOf(deps.clock, wallet))
  return {
    reads: () => ({ guard: [walletRef(wallet.walletId)] }),
    decide(state) {
      // Whether to recount was decided on the wallet as it was when this was prepared.
      const now = state.get(walletRef(wallet.walletId))
      const isSame = (now?.mandate?.limitTimezone ?? null) === counted && !(isAnotherZone && now?.day !== null)
      return isSame ? { kind: 'done', answer: null, writes: {} } : { kind: 'stale' }
    },
  }
}
