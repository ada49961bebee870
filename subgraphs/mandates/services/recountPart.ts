/** Counts the two limit windows anew when a mandate brings another limit zone (domain 6.3); else a part without effect. */

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
  if (isAnotherZone && wallet.day !== null) return deps.history.prepareWindows(wallet, limitTimezone, deps.clock.now())
  return {
    reads: () => ({ guard: [walletRef(wallet.walletId)] }),
    decide(state) {
      // Whether there is anything to count was decided on what the wallet was when this was prepared.
      const now = state.get(walletRef(wallet.walletId))
      const isSame = (now?.mandate?.limitTimezone ?? null) === counted && !(isAnotherZone && now?.day !== null)
      return isSame ? { kind: 'done', answer: null, writes: {} } : { kind: 'stale' }
    },
  }
}
