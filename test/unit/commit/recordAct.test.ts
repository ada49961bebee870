// Specification 7, domain 3: an act that was done, and whose record cannot be committed, says so: 504 not_recorded, and
// nobody is told that it failed.
import { expect, test } from 'vitest'
import { recordAct } from '../../../subgraphs/shared/commit/recordAct.ts'
import type { Commit, Intent, Outcome } from '../../../subgraphs/shared/commit/types.ts'
import { ERROR_TYPES } from '../../../subgraphs/shared/errors.ts'
import type { OrgId } from '../../../subgraphs/shared/ids.ts'

const actor = { kind: 'organization', id: 'key_1', requestId: 'req_1', operation: 'createWebhook' } as const
const act = { orgId: 'org_1' as OrgId, mode: 'test', actor, changes: [] } as const

function committing(outcome: Outcome<null>) {
  const submitted: Intent<unknown>[] = []
  const commit = {
    async submit(intent: Intent<unknown>) {
      submitted.push(intent)
      return outcome
    },
  } as unknown as Pick<Commit, 'submit'>
  return { commit, submitted }
}

test.each([
  { kind: 'unknown', resourceId: null },
  { kind: 'notStarted', retryAfterMs: 100 },
  { kind: 'stale' },
] as const)('$kind: it was done, and may not be recorded', async (outcome) => {
  const { commit } = committing(outcome)
  await expect(recordAct(commit, act)).rejects.toMatchObject({
    ...{ type: 'gateway_timeout', details: { reason: 'not_recorded', retryable: true } },
    message: expect.stringMatching(/^It was done, .* Read the resource before trying again\.$/),
  })
  expect(ERROR_TYPES.gateway_timeout.status).toBe(504)
})

test('recorded, it names who acted and what it is about, also while the organization is suspended', async () => {
  const { commit, submitted } = committing({ kind: 'done', answer: null })
  await recordAct(commit, { ...act, resourceId: 'agt_1' })
  const [intent] = submitted
  expect(intent).toMatchObject({ orgId: 'org_1', by: actor, whileSuspended: true })
  const verdict = intent?.decide({ get: () => ({}) as never }, new Date(0))
  expect(verdict).toMatchObject({ kind: 'done', writes: { events: [{ type: 'audit.changed', resourceId: 'agt_1' }] } })
})
