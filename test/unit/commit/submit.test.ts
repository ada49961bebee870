// Commit.md 3: what was prepared on an outdated version is prepared again, until it is decided.
import { describe, expect, it } from 'vitest'
import { submitPrepared } from '../../../subgraphs/shared/commit/submit.ts'
import type { Commit, Intent } from '../../../subgraphs/shared/commit/types.ts'
import { done } from '../../../subgraphs/shared/commit/verdicts.ts'
import { newId, type OrgId } from '../../../subgraphs/shared/ids.ts'

/** A row that every intent changes; others change it too, that many times. */
function contended(changesOfOthers = 0) {
  let version = 0
  let others = changesOfOthers
  const commit = {
    findRepeat: async () => null,
    async submit<A>(intent: Intent<A>) {
      if (others-- > 0) version += 1
      return intent.decide({} as never, new Date(0))
    },
  } as unknown as Commit
  const submit = (orgId: OrgId) =>
    submitPrepared(commit, async () => {
      const prepared = version
      await Promise.resolve()
      return {
        ...({ priority: 'control', orgId, mode: 'test' } as const),
        reads: () => ({ guard: [] }),
        decide: () => (prepared === version ? done(++version) : { kind: 'stale' as const }),
      }
    })
  return { submit, versionNow: () => version }
}

describe('requests that outdate each other', () => {
  it('are all decided, however many there are at once', async () => {
    const { submit, versionNow } = contended()
    const orgId = newId('organization')
    await Promise.all(Array.from({ length: 100 }, () => submit(orgId)))
    expect(versionNow()).toBe(100)
  })

  it('are decided while other processes change the same row', async () => {
    const { submit } = contended(8)
    await expect(submit(newId('organization'))).resolves.toEqual({ answer: 9 })
  })

  it('are refused in the end, with when to try again', async () => {
    const { submit } = contended(Number.POSITIVE_INFINITY)
    await expect(submit(newId('organization'))).rejects.toMatchObject({
      type: 'service_unavailable',
      details: { retryable: true, retry_after_ms: 1_000 },
    })
  })
})
