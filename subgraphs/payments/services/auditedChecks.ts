/**
 * The audit line of a dry run (domain 6.9). Agents ask before every spend and in loops, so it is one a minute for each caller and
 * wallet: that somebody tries out what a wallet lets pass is told, and not how often.
 */
import { actorOf, logOf } from '../../shared/acting.ts'
import { recordAct } from '../../shared/commit/recordAct.ts'
import type { RequestContext } from '../../shared/principal.ts'
import type { PaymentsDeps } from '../ports.ts'
import type { CheckResult } from './checkPolicy.ts'

const EVERY_MS = 60_000
const CALLERS_MAX = 20_000

export type TellCheck = <C extends Pick<CheckResult, 'spend'>>(context: RequestContext, checked: C) => C

/** A dry run is answered whether or not it could be recorded, and does not wait for it. */
export function createCheckLog({ commit, log }: Pick<PaymentsDeps, 'commit' | 'log'>): TellCheck {
  /** By caller and wallet, the oldest first. */
  const told = new Map<string, number>()
  return (context, checked) => {
    const { walletId } = checked.spend
    const [actor, of] = [actorOf(context, 'checkPolicy'), logOf(context.principal)]
    if (actor === null || of === null) return checked
    const [caller, now] = [`${actor.id} ${walletId}`, performance.now()]
    if (now - (told.get(caller) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return checked
    if (told.size >= CALLERS_MAX) told.delete(told.keys().next().value as string)
    told.delete(caller)
    told.set(caller, now)
    recordAct(commit, { ...of, actor, changes: [], resourceId: walletId }).catch((err: unknown) => {
      told.delete(caller)
      log.warn({ err, walletId }, 'a dry run is not in the audit log')
    })
    return checked
  }
}
