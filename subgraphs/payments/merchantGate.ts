/** Whether those who are paid may still be paid, where the policy has decided before. */
import { DomainError } from '../shared/errors.ts'
import type { Gate } from '../shared/spend.ts'

/** Part of gate 11 for what is held: a merchant that is paid at the address may have been blocked since. */
export const merchantStanding: Gate = {
  name: 'merchant_standing',
  reads: () => [],
  decide(_state, { merchant, sharers = [] }) {
    const blocked = [merchant, ...sharers].find((one) => one?.status === 'blocked')
    if (blocked == null) return { kind: 'pass' }
    const name = blocked.domain ?? blocked.merchantId
    const message = `The organization has blocked the merchant ${name}: nothing is paid to it.`
    const details = { rule: 'merchant_allowed', reason: 'merchant_not_allowed', actual: name }
    return { kind: 'refuse', error: new DomainError('policy_violation', message, details) }
  },
}
