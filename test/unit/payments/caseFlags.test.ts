// Domain 4.5: a flag counts for the agent that it is about, also when its case is decided later.
import { expect, test } from 'vitest'
import { withFlagEnded } from '../../../subgraphs/payments/services/cases/closeCase.ts'
import { walletRef } from '../../../subgraphs/shared/commit/positions.ts'
import { addFlag, freshConduct } from '../../../subgraphs/shared/conduct.ts'

const AT = new Date('2026-11-02T12:00:00Z')
const row = { _id: 'cas_1', walletId: 'wal_1', agentId: 'agt_1', severity: 'high', createdAt: AT } as never

function flagsAfter(agentId: string, wallet: object): unknown {
  const state = { get: () => ({ walletId: 'wal_1', agentId, ...wallet }) } as never
  const next = withFlagEnded(state, row, 'confirm').get(walletRef('wal_1'))
  return next?.conduct?.flags.map(({ id }) => id)
}

test('a case that is confirmed flags its agent, and not the one that has taken the wallet since', () => {
  expect(
    flagsAfter('agt_1', addFlag(freshConduct(AT), { id: 'cas_1', severity: 'high', at: AT, isOpen: true })),
  ).toEqual(['cas_1'])
  expect(flagsAfter('agt_2', freshConduct(AT))).toEqual([])
})
