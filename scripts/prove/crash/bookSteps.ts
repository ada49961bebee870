/** The account holder at the bank, and the books beside it: what differs is recorded, and resolved by itself or by a person. */

import { COLLECTED } from './achSteps.ts'
import { treasury } from './bankAccountSteps.ts'
import { among, answering, type Body, mustSend, type Scene, type Step } from './steps.ts'

const MISMATCHES = 'bankMismatches'

/** The bank tells another settlement of the collection than there was. */
async function tell({ world, made }: Scene, cents: number): Promise<void> {
  const payments = world.database.collection<{ _id: string }>('achPayments')
  const told = { $set: { 'events.$[settled].amount': BigInt(cents) } } as object
  const arrayFilters = [{ 'settled.type': 'ACH_ORIGINATION_SETTLED' }]
  await payments.updateOne({ _id: made.get('collection') ?? '' }, told, { arrayFilters })
}

async function isResolved(scene: Scene, wanted: boolean): Promise<boolean> {
  const { data } = await mustSend(scene, treasury('reconciliation/mismatches'))
  const mine = (data as Body[]).find((one) => one.payment_token === scene.made.get('collection'))
  if (mine === undefined) return false
  scene.made.set('mismatch', String(mine.mismatch_id))
  return (mine.state === 'resolved') === wanted
}

const reconcile = (what: string, cents: number, isOver: Step['isOver'] & object): Step => ({
  ...{ name: `reconcile ${what}`, path: () => treasury('reconcile'), isOver },
  prepare: (scene) => tell(scene, cents),
  points: [...among(MISMATCHES, 'events'), ...among('idempotency')],
})

export const RECONCILED: readonly Step[] = [
  {
    name: 'review the account holder',
    path: (of) => treasury(`simulate/account-holders/${of('holder')}/review`),
    body: () => ({ status: 'ACCEPTED' }),
    points: answering('accountHolders', 'financialAccounts', 'positions'),
  },
  {
    name: 'synchronize the account holder',
    // Otherwise the bank would tell nothing new.
    async prepare({ world, made }) {
      const accounts = world.database.collection<{ _id: string }>('financialAccounts')
      await accounts.updateOne({ _id: made.get('issuing') ?? '' }, { $set: { nickname: 'As it was' } } as object)
    },
    path: () => treasury('account-holders/sync'),
    points: answering('financialAccounts', 'positions'),
  },
  reconcile('what differs', COLLECTED - 1, (scene) => isResolved(scene, false)),
  reconcile('what agrees again', COLLECTED, (scene) => isResolved(scene, true)),
  reconcile('what differs again', COLLECTED - 1, (scene) => isResolved(scene, false)),
  {
    name: 'resolve the mismatch',
    path: (of) => treasury(`reconciliation/mismatches/${of('mismatch')}/resolve`),
    body: () => ({ resolution: 'A drill.' }),
    points: answering(MISMATCHES, 'positions'),
    async isOver(scene) {
      await tell(scene, COLLECTED)
      return isResolved(scene, true)
    },
  },
]
