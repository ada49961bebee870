/**
 * Resume (reliability 4): clients over graphql-ws with the helper of sdk/ and over server-sent events are cut off at random
 * bytes, again and again, while events are committed. In the end each of them has been told every event after its beginning
 * that it may see, in the order of the log and once. With `--fault` clients do not say where they were.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf, openServedWorld, type ServedAgent, type ServedWorld } from './carriers/servedWorld.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { type CuttingProxy, openCuttingProxy } from './resume/cuttingProxy.ts'
import { type Ask, type Asked, findGaps } from './resume/gaps.ts'
import { type Reader, type ReaderOptions, readSocket, readSse } from './resume/readers.ts'

const CUTS = { ci: 50, full: 1_000 } as const
/** Enough for the fault. */
const FAULT_CUTS = 12
/** Of bytes until a cut: a few events, or not even the handshake. */
const BYTES_MAX = 3_000
const BETWEEN_EVENTS_MS = 4
const CUTS_WITHIN_MS = 240_000
const END_WITHIN_MS = 10_000
const FAULT_END_WITHIN_MS = 500

export async function proveResume({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const served = await openServedWorld()
  const random = createRandom(seed)
  const proxy = await openCuttingProxy(served.url, () => 1 + Math.floor(random() * BYTES_MAX))
  const readers: Reader[] = []
  try {
    const { admin, createAgent } = await served.createOrganization('Resuming')
    const agents = [
      await createAgent({ capabilities: ['payments'], scope: 'agent:read' }),
      await createAgent({ capabilities: ['payments'], scope: 'agent:read' }),
    ]
    const asked: Asked[] = [
      { name: 'the organization', headers: { ...admin } as Asked['headers'], types: null },
      { name: 'the organization, one family', headers: { ...admin } as Asked['headers'], types: ['agent.*'] },
      { name: 'an agent', headers: { ...agents[0]?.caller } as Asked['headers'], types: null },
    ]
    for (const one of asked)
      for (const [kind, open] of [['graphql-ws', readSocket] as const, ['SSE', readSse] as const]) {
        const options: ReaderOptions = { ...one, name: `${one.name} over ${kind}`, url: proxy.url, resumes: !fault }
        readers.push(open(options))
      }
    const cuts = fault ? FAULT_CUTS : CUTS[size]
    const events = await commitWhileCut(served, { admin: admin as Asked['headers'], agents, proxy, cuts })
    const made = proxy.cuts()
    proxy.calm()
    const ask: Ask = async (path, caller) => bodyOf(await served.send({ method: 'GET', path, caller }))
    const withinMs = fault ? FAULT_END_WITHIN_MS : END_WITHIN_MS
    const gaps = readers.map((reader, index) => findGaps(ask, reader, asked[Math.floor(index / 2)] as Asked, withinMs))
    const tooFew = made < cuts ? [`only ${made} of ${cuts} cuts were made`] : []
    const breaches = [...(await Promise.all(gaps)).flat(), ...tooFew, ...served.failures]
    const told = readers.reduce((sum, reader) => sum + reader.told.length, 0)
    return { figures: { readers: readers.length, cuts: proxy.cuts(), events, told }, breaches }
  } finally {
    await Promise.all(readers.map((reader) => reader.stop()))
    proxy.close()
    await served.close()
  }
}

/** @returns how many events were committed */
async function commitWhileCut(
  { send }: ServedWorld,
  scene: { admin: Asked['headers']; agents: readonly ServedAgent[]; proxy: CuttingProxy; cuts: number },
): Promise<number> {
  const deadline = performance.now() + CUTS_WITHIN_MS
  let events = 0
  while (scene.proxy.cuts() < scene.cuts && performance.now() < deadline) {
    const agent = scene.agents[events % scene.agents.length] as ServedAgent
    const body = JSON.stringify({ name: `Renamed ${++events}` })
    bodyOf(await send({ method: 'PATCH', path: `/api/v2/agents/${agent.agentId}`, caller: scene.admin, body }))
    await sleep(BETWEEN_EVENTS_MS)
  }
  return events
}
