/** What a moved clock makes due ends soon after its signal, however much it is: other organizations wait for their turn. */
import { expect, test } from 'vitest'
import { paymentsDueWork } from '../../../subgraphs/payments/services/dueWork.ts'

const owner = { orgId: 'org_one', mode: 'test' } as const
const due = Array.from({ length: 50 }, (_, index) => ({ ...owner, _id: `row_${index}`, walletId: 'wal_one' }))
const wallet = { walletId: 'wal_one', mandate: { expiresAt: new Date(0) } }

/** More and more is due. */
const rows = {
  sort: () => rows,
  limit: () => rows,
  project: () => ({ toArray: async () => [wallet] }),
  toArray: async () => due,
}
const collection = () => ({ find: () => rows, distinct: async () => ['wal_one'] })
const submit = async () => {
  await new Promise((resolve) => setTimeout(resolve, 5))
  return { kind: 'done', answer: due.map(() => true) }
}
const deps = {
  ...{ database: { collection }, commit: { submit }, clock: { now: () => new Date() } },
  log: { error: (fields: object) => expect(fields).toBeNull() },
}

test.each(['holds', 'mandates', 'approvals', 'cases'])(
  '%s',
  async (name) => {
    const work = paymentsDueWork(deps as never).find((one) => one.name === name)
    const began = performance.now()
    await work?.run(owner, AbortSignal.timeout(200))
    expect(performance.now() - began).toBeGreaterThan(150)
  },
  3_000,
)
