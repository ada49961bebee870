/**
 * Resume (reliability 4): clients over graphql-ws with the helper of sdk/, over server-sent events, and with the library graphql-sse
 * are cut off at random bytes, again and again, while events of several families are committed in two processes; each time they
 * connect to the other one. In the end each of them has been told every event after its beginning that it may see, in the order of
 * the log and once. With `--fault` clients do not say where they were.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openPayingCaller, type PayingCaller, sendJson, waitForQuiet } from './payingCaller.ts'
import { openTwoProcesses, type ProcessWorld } from './processWorld.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { type CuttingProxy, openCuttingProxy } from './resume/cuttingProxy.ts'
import { type Ask, type Asked, askAt, findGaps } from './resume/gaps.ts'
import { readGraphqlSse } from './resume/graphqlSse.ts'
import { type Reader, readSocket, readSse } from './resume/readers.ts'

const CUTS = { ci: 50, full: 1_000 } as const
/** Enough for the fault. */
const FAULT_CUTS = 12
/** Of bytes until a cut: a few events, or not even the handshake. */
const BYTES_MAX = 3_000
const BETWEEN_EVENTS_MS = 4
const CUTS_WITHIN_MS = 240_000
const END_WITHIN_MS = 10_000
const FAULT_END_WITHIN_MS = 500
const QUIET_WITHIN_MS = 60_000
const FAMILIES = ['agent', 'wallet', 'payment'] as const

interface Cut {
  readonly proxy: CuttingProxy
  readonly reader: Reader
  readonly asked: Asked
}

export async function proveResume({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openTwoProcesses(size)
  const cut: Cut[] = []
  try {
    const caller = await openPayingCaller(world, '1000')
    const admin = { 'x-api-key': world.adminKey }
    const all: Asked[] = [
      { name: 'the organization', headers: admin, types: null },
      { name: 'the organization, two families', headers: admin, types: ['agent.*', 'wallet.*'] },
      { name: 'an agent', headers: caller.headers, types: null },
    ]
    const ask = askAt(`${world.services[0]?.url}`)
    for (const asked of all) cut.push(...(await readCutOff(world, ask, { asked, resumes: !fault, random })))
    const cuts = () => cut.reduce((sum, { proxy }) => sum + proxy.cuts(), 0)
    const wanted = fault ? FAULT_CUTS : CUTS[size]
    const events = await commitWhile(world, caller, () => cuts() < wanted)
    const made = cuts()
    for (const { proxy } of cut) proxy.calm()
    const breaches = made < wanted ? [`only ${made} of ${wanted} cuts were made`] : []
    await waitForQuiet(world, QUIET_WITHIN_MS).catch((error: Error) => breaches.push(error.message))
    const withinMs = fault ? FAULT_END_WITHIN_MS : END_WITHIN_MS
    const families = await countFamilies(ask, all[0] as Asked, cut[0] as Cut)
    // One after the other: an organization may not read many lists at once.
    for (const { reader, asked } of cut) breaches.push(...(await findGaps(ask, reader, asked, withinMs)))
    const told = cut.reduce((sum, { reader }) => sum + reader.told.length, 0)
    return { figures: { readers: cut.length, families, cuts: cuts(), events, told }, breaches }
  } finally {
    await Promise.all(cut.map(({ reader }) => reader.stop()))
    for (const { proxy } of cut) proxy.close()
    await world.close()
  }
}

/** A reader of each kind, each over connections of its own, which lead to the processes in turn. */
async function readCutOff(
  { services }: ProcessWorld,
  ask: Ask,
  { asked, resumes, random }: { readonly asked: Asked; readonly resumes: boolean; readonly random: () => number },
): Promise<Cut[]> {
  const urls = services.map(({ url }) => url)
  const [newest] = (await ask('/api/v2/events?limit=1', asked.headers)).data as { cursor: string }[]
  const kinds: [string, (options: Parameters<typeof readSocket>[0]) => Reader][] = [
    ['graphql-ws', readSocket],
    ['SSE', readSse],
    ['graphql-sse', (options) => readGraphqlSse(options, newest?.cursor ?? '')],
  ]
  return Promise.all(
    kinds.map(async ([kind, read]) => {
      const proxy = await openCuttingProxy(urls, () => 1 + Math.floor(random() * BYTES_MAX))
      const reader = read({ ...asked, name: `${asked.name} over ${kind}`, url: proxy.url, resumes })
      return { proxy, reader, asked }
    }),
  )
}

/** @returns how many acts were done, each of which is told by an event or several */
async function commitWhile(world: ProcessWorld, caller: PayingCaller, isWanted: () => boolean): Promise<number> {
  const deadline = performance.now() + CUTS_WITHIN_MS
  const admin = { 'x-api-key': world.adminKey }
  const watched = await openPayingCaller(world, '0')
  let acts = 0
  for (; isWanted() && performance.now() < deadline; acts++) {
    const { url } = world.services[acts % world.services.length] as { readonly url: string }
    const base = `${url}/api/v2`
    const freezes = acts % (2 * FAMILIES.length) < FAMILIES.length ? 'freeze' : 'unfreeze'
    const act = {
      agent: () => sendJson(`${base}/agents/${caller.agentId}`, admin, { name: `Renamed ${acts}` }, 'PATCH'),
      wallet: () => sendJson(`${base}/wallets/${watched.walletId}/${freezes}`, admin, { reason: 'A drill.' }),
      payment: () => caller.post(url, `resume-${acts}`, '0.01'),
    }
    await act[FAMILIES[acts % FAMILIES.length] as (typeof FAMILIES)[number]]()
    await sleep(BETWEEN_EVENTS_MS)
  }
  return acts
}

/** How many of the families are told after the beginning of a reader: all, or less is proven than it seems. */
async function countFamilies(ask: Ask, { headers }: Asked, { reader }: Cut): Promise<number> {
  const after = reader.start()
  if (after === null) return 0
  const told = FAMILIES.map(async (family) => {
    const query = new URLSearchParams({ order: 'oldest_first', limit: '1', after, types: `${family}.*` })
    return ((await ask(`/api/v2/events?${query}`, headers)).data as unknown[]).length
  })
  return (await Promise.all(told)).filter((count) => count > 0).length
}
