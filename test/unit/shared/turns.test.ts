// Domain 0.1, gate 2: no organization keeps another waiting, however much it asks for.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { currentAct, newAct, runAs } from '../../../subgraphs/shared/acting.ts'
import type { KeyId, MerchantId, OrgId } from '../../../subgraphs/shared/ids.ts'
import type { Principal } from '../../../subgraphs/shared/principal.ts'
import { createTurns, readInTurn } from '../../../subgraphs/shared/turns.ts'

const LIMITS = { inAll: 4, perOwner: 2, waitingMax: 50, waitMaxMs: 60_000 }

function open(limits: Partial<typeof LIMITS> = {}) {
  const turns = createTurns({ ...LIMITS, ...limits })
  const running: string[] = []
  const order: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: string) =>
    turns.take(owner, () => {
      running.push(owner)
      order.push(owner)
      return new Promise<void>((resolve) =>
        ends.push(() => {
          running.splice(running.indexOf(owner), 1)
          resolve()
        }),
      )
    })
  return {
    ...{ turns, running, order, ask },
    async endOne() {
      ends.shift()?.()
      await sleep(0)
    },
  }
}

describe('work that takes turns', () => {
  it('of one organization runs two at a time, and another starts at once', async () => {
    const { running, ask } = open()
    for (let n = 0; n < 40; n++) void ask('evil')
    await sleep(0)
    expect(running).toEqual(['evil', 'evil'])
    void ask('good')
    await sleep(0)
    expect(running).toEqual(['evil', 'evil', 'good'])
  })

  it('goes round the organizations when all places are taken', async () => {
    const { order, ask, endOne } = open({ inAll: 1 })
    for (const owner of ['a', 'a', 'a', 'a', 'b', 'c']) void ask(owner)
    for (let n = 0; n < 6; n++) await endOne()
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'a'])
  })

  it('is refused where too much of one organization waits, or has waited for too long', async () => {
    const { running, ask, endOne } = open({ waitingMax: 3, waitMaxMs: 20 })
    const asked = Array.from({ length: 6 }, () => ask('evil').then(String, ({ type }) => type))
    expect(await asked[5]).toBe('rate_limited')
    await sleep(40)
    await endOne()
    expect(await Promise.all(asked.slice(2, 5))).toEqual(['rate_limited', 'rate_limited', 'rate_limited'])
    expect(running).toHaveLength(1)
    void ask('good')
    await sleep(0)
    expect(running).toEqual(['evil', 'good'])
  })

  // Reliability 5: the audit log says who did what, and a commit asks whether they still may.
  it('stays an act of whoever asked for it, whoever gives the place back', async () => {
    const turns = createTurns({ ...LIMITS, inAll: 1 })
    const actAs = (id: string) =>
      runAs(newAct({ kind: 'organization', id, requestId: 'req_1', operation: 'faucet' }), () =>
        turns.take(id, async () => [await sleep(0), currentAct()?.actor.id][1]),
      )
    expect(await Promise.all(['a', 'b', 'c'].map(actAs))).toEqual(['a', 'b', 'c'])
  })

  it('gives its place back when it fails', async () => {
    const turns = createTurns({ ...LIMITS, inAll: 1 })
    const fail = () => {
      throw new Error('no')
    }
    await expect(turns.take('a', fail)).rejects.toThrow('no')
    expect(await turns.take('b', () => 1)).toBe(1)
  })

  it('of one merchant leaves a place, and the next one, to the other merchants of its organization', async () => {
    const started: string[] = []
    const ends: (() => void)[] = []
    const read = (merchant: string) => {
      const by: Principal = {
        ...{ kind: 'merchant', orgId: 'org_1' as OrgId, mode: 'test' },
        ...{ merchantId: merchant as MerchantId, keyId: `key_${started.length}` as KeyId },
      }
      return readInTurn(by, () => {
        started.push(merchant)
        return new Promise<void>((resolve) => void ends.push(resolve))
      })
    }
    const reading = ['evil', 'evil', 'evil', 'good', 'other'].map(read)
    await sleep(0)
    expect(started).toEqual(['evil', 'good'])
    for (let n = 0; n < reading.length; n++) {
      ends[n]?.()
      await sleep(0)
    }
    await Promise.all(reading)
    expect(started.slice(2)).toEqual(['other', 'evil', 'evil'])
  })
})
