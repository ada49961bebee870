/**
 * History lost (reliability 7.2 row 26): the change stream that wakes readers loses its history again and again while events are
 * committed. Every reader goes on from the log and is told each event once and in order, soon. With `--fault` the log cannot be
 * read either.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import { waitUntil } from '../waitUntil.ts'
import { bodyOf, openServedWorld, type ServedWorld } from './carriers/servedWorld.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { type Ask, type Asked, findGaps } from './resume/gaps.ts'
import { type Reader, readSocket, readSse } from './resume/readers.ts'

const LOSSES = { ci: 4, full: 40 } as const
/** Of each loss: during it, and afterwards. */
const EVENTS = 12
const HISTORY_LOST = 286
/** The stream is opened again after half a second. */
const OPEN_AGAIN_MS = 700
const BEGUN_WITHIN_MS = 20_000
const TOLD_WITHIN_MS = 10_000
const FAULT_TOLD_WITHIN_MS = 1_000

export async function proveHistoryLost({ size, fault }: ProofInput): Promise<ProofResult> {
  const served = await openServedWorld({ testCommands: true })
  const readers: Reader[] = []
  try {
    const { admin, createAgent } = await served.createOrganization('Losing history')
    const { agentId } = await createAgent({ capabilities: ['payments'], scope: 'agent:read' })
    const asked: Asked = { name: 'the organization', headers: { ...admin } as Asked['headers'], types: null }
    readers.push(readSocket({ ...asked, name: 'graphql-ws', url: served.url, resumes: true }))
    readers.push(readSse({ ...asked, name: 'SSE', url: served.url, resumes: true }))
    await waitUntil('the readers have begun', async () => readers.every((one) => one.start() !== null), BEGUN_WITHIN_MS)
    const rename = renamesOf(served, agentId, asked)
    const latencies: number[] = []
    const losses = fault ? 1 : LOSSES[size]
    for (let loss = 0; loss < losses; loss++) {
      await lose(served, fault)
      for (let event = 0; event < EVENTS; event++) latencies.push(await rename(readers, fault))
      if (!fault) await sleep(OPEN_AGAIN_MS)
    }
    const ask: Ask = async (path, caller) => bodyOf(await served.send({ method: 'GET', path, caller }))
    const withinMs = fault ? FAULT_TOLD_WITHIN_MS : TOLD_WITHIN_MS
    const expected = losses * EVENTS
    const gaps = fault
      ? readers.flatMap(({ name, told }) =>
          told.length < expected ? [`${name}: ${told.length} of ${expected} events were told`] : [],
        )
      : (await Promise.all(readers.map((reader) => findGaps(ask, reader, asked, withinMs)))).flat()
    const events = readers.map(({ told }) => told.length)
    const toldP95Ms = latencies.length === 0 ? 0 : quantile(latencies, 0.95)
    return { figures: { losses, events: events[0] ?? 0, toldP95Ms }, breaches: gaps }
  } finally {
    await command(served, { mode: 'off' })
    await Promise.all(readers.map((reader) => reader.stop()))
    await served.close()
  }
}

/** The next reads of the stream fail, of every event log with the fault. */
const lose = (served: ServedWorld, fault: boolean): Promise<unknown> =>
  command(served, {
    mode: fault ? 'alwaysOn' : { times: 1 },
    data: {
      failCommands: fault ? ['getMore', 'find'] : ['getMore'],
      ...{ errorCode: HISTORY_LOST, namespace: `${served.config.databaseName}.events` },
    },
  })

const command = (served: ServedWorld, point: object): Promise<unknown> =>
  served.service.database.connection
    .getClient()
    .db('admin')
    .command({ configureFailPoint: 'failCommand', ...point }, { readPreference: 'primary' })

/** @returns how long it took until every reader was told */
function renamesOf({ send }: ServedWorld, agentId: string, { headers }: Asked) {
  let names = 0
  return async (readers: readonly Reader[], fault: boolean): Promise<number> => {
    const before = readers.map(({ told }) => told.length)
    const body = JSON.stringify({ name: `Renamed ${++names}` })
    const began = performance.now()
    bodyOf(await send({ method: 'PATCH', path: `/api/v2/agents/${agentId}`, caller: headers, body }))
    if (fault) return 0
    const isTold = async () => readers.every(({ told }, index) => told.length > (before[index] ?? 0))
    await waitUntil('the readers are told', isTold, TOLD_WITHIN_MS).catch(() => undefined)
    return performance.now() - began
  }
}
