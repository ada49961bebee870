/**
 * Cut, slow and torn connections (reliability 7.2 row 37): while agents pay, each fault of a network strikes the link of the
 * services to their database, to their node, and that of the callers to a service. Callers repeat an unanswered request with
 * the same key. In the end each request has one payment, each is paid once, and the audit finds nothing. `--fault` lets
 * callers forget their keys.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { findLosses, startLoad } from './load.ts'
import { openPayingCaller, waitForQuiet } from './payingCaller.ts'
import { openProcessWorld } from './processWorld.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openTcpProxy, type TcpProxy, TOXICS } from './tcpProxy.ts'

const PAYMENTS = { ci: 36, full: 1_000 } as const
const ROUNDS = { ci: 1, full: 10 } as const
const FAULT_PAYMENTS = 20
/** So few faults of the network might lose no response at all. */
const LOST_SHARE = 0.3
const TOXIC_MS = 400
const BETWEEN_MS = 100
const END_MS = 120_000

export async function proveNetfaults({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const links: Record<string, TcpProxy> = {}
  const open = async (name: string, url: URL): Promise<string> => {
    const link = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
    links[name] = link
    return `127.0.0.1:${link.port}`
  }
  const world = await openProcessWorld(2, {
    async link({ mongodbUri, rpcUrl }) {
      const database = new URL(mongodbUri)
      const [toDatabase, toNode] = [await open('database', database), await open('node', new URL(rpcUrl))]
      return { mongodbUri: mongodbUri.replace(database.host, toDatabase), rpcUrl: `http://${toNode}` }
    },
  })
  try {
    const [first, second] = world.services.map(({ url }) => url) as [string, string]
    const caller = await openPayingCaller(world, '1000')
    const urls = [`http://${await open('callers', new URL(first))}`, second]
    const total = fault ? FAULT_PAYMENTS : PAYMENTS[size]
    const load = startLoad(urls, caller, { total, random, lostShare: fault ? LOST_SHARE : 0, fault })
    let faults = 0
    for (let round = 0; round < (fault ? 1 : ROUNDS[size]); round++)
      for (const toxic of fault ? (['timeout', 'reset', 'limit'] as const) : TOXICS)
        for (const link of Object.values(links)) {
          // Spread over the payments, so that each fault meets some.
          await load.reach(((faults % (3 * TOXICS.length)) / (3 * TOXICS.length)) * total)
          link.set(toxic)
          await sleep(TOXIC_MS * (0.5 + random()))
          link.set(null)
          await sleep(BETWEEN_MS)
          faults += 1
        }
    const paymentIds = await load.ended
    const breaches = [...load.breaches]
    await waitForQuiet(world, END_MS).catch((error: Error) => breaches.push(error.message))
    breaches.push(...(await findLosses(world, caller, paymentIds, total)), ...(await world.audit()))
    return { figures: { payments: total, faults, repeats: load.counts.sent - total }, breaches }
  } finally {
    await world.close()
    for (const link of Object.values(links)) await link.close()
  }
}
