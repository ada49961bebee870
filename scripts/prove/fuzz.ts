/**
 * A grammar fuzz of REST and GraphQL: requests that the OpenAPI document and the schema of the graph allow, nearly allow and
 * do not allow, by every kind of caller, with ids that exist and ids that do not. No answer is a failure of the service, each
 * has a status and a body that the documents declare, and nothing unexpected is logged. Each request follows from the seed
 * and its number alone, so a failure is found again with the seed of the run. `--fault` lets reads of the database fail.
 */
import { mongo } from 'mongoose'
import { importScreeningList, loadRates } from '../../subgraphs/payments/index.ts'
import { type House, openHouse } from './bola/scene.ts'
import { acpOperations } from './carriers/acpOperations.ts'
import type { HttpRequest } from './carriers/client.ts'
import { type RestOperation, restOperations } from './carriers/operations.ts'
import { bodyOf, OPERATOR_KEY, openServedWorld, type ServedWorld } from './carriers/servedWorld.ts'
import { findUndeclared, type OpenApiDocument } from './fuzz/declared.ts'
import { graphCase } from './fuzz/graphCase.ts'
import type { Case, Material } from './fuzz/material.ts'
import { restCase } from './fuzz/restCase.ts'
import { type Browser, openBrowser, signInCase, startIssuer } from './fuzz/signInCase.ts'
import { pick } from './fuzz/values.ts'
import { inParallel } from './inParallel.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'

const REQUESTS = { ci: 400, full: 100_000 } as const
/** After so many requests new organizations begin: callers revoke their own keys and agents. */
const EPOCH = { ci: 200, full: 1_000 } as const
const AT_ONCE = 16
const SPREAD = 2_654_435_761

export async function proveFuzz({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const issuer = await startIssuer()
  const environment = { RUN_WORKERS: 'false', OPENID_PROVIDERS: issuer.setting }
  const world = await openServedWorld({ chains: ['base'], environment, testCommands: true })
  const breaches: string[] = []
  const figures = { requests: 0, rest: 0, graphql: 0, signIn: 0, succeeded: 0, refused: 0 }
  try {
    await loadFacts(world)
    const routes = [...(await restOperations(world.send, 'agt_none')), ...(await acpOperations(world.send))]
    const { body } = await world.send({ method: 'GET', path: '/api/v2/openapi.json', caller: {} })
    const document = body as unknown as OpenApiDocument
    const browser = await openBrowser(world.send, world.config.baseUrl, document)
    const total = fault ? 100 : REQUESTS[size]
    for (let from = 0; from < total; from += EPOCH[size]) {
      const houses = [await openHouse(world, `Fuzz${from}a`), await openHouse(world, `Fuzz${from}b`)]
      const codes = await makeCodes(world, houses)
      if (fault) await failReads(world)
      const numbers = Array.from({ length: Math.min(EPOCH[size], total - from) }, (_, index) => from + index)
      await inParallel(AT_ONCE, numbers, async (number) => {
        const material = materialOf(houses, createRandom(seed * SPREAD + number))
        const one = makeCase(material, { routes, document, browser, codes })
        const answer = await world.send(one.request)
        figures.requests += 1
        figures[carrierOf(one.request)] += 1
        figures[answer.refusal === null && answer.status < 400 ? 'succeeded' : 'refused'] += 1
        for (const problem of one.check(answer)) breaches.push(`request ${number} ${describe(one.request)}: ${problem}`)
      })
    }
    breaches.push(...world.failures.map((failure) => `logged: ${failure}`))
  } finally {
    await world.close()
    await issuer.close()
  }
  return { figures, breaches }
}

/** Without the sanctions list that it requires live mode screens nothing, without a rate nothing in euros is priced, and both are said with 503. */
async function loadFacts({ service: { database, clock } }: ServedWorld): Promise<void> {
  const entries = (async function* () {
    yield { name: 'Listed Person', aliases: [], addresses: [`0x${'5'.repeat(40)}`] }
  })()
  const version = () => ({ version: '1', effectiveAt: clock.now() })
  const list = { list: 'ofac-sdn', category: 'sanctions', source: 'The proof.', isForced: true } as const
  await importScreeningList({ database, clock }, { ...list, entries, version })
  await loadRates({ database, clock }, [{ rate: '1.0850', source: 'The proof.' }])
}

const carrierOf = ({ path }: HttpRequest) =>
  path.startsWith('/graphql') ? 'graphql' : path.startsWith('/auth/') ? 'signIn' : 'rest'

/** With which a browser opens a session, each once. */
function makeCodes({ send }: ServedWorld, houses: readonly House[]): Promise<string[]> {
  return inParallel(
    houses.length,
    houses.flatMap((house) => Array.from({ length: 5 }, () => house)),
    async (house) => {
      const { orgId, admin } = house.organization
      const path = `/api/v2/organizations/${orgId}/sessions`
      return `${bodyOf(await send({ method: 'POST', path, caller: admin, body: '{"kind": "browser"}' })).secret}`
    },
  )
}

interface Known {
  readonly routes: readonly RestOperation[]
  readonly document: OpenApiDocument
  readonly browser: Browser
  readonly codes: readonly string[]
}

function makeCase(material: Material, { routes, document, browser, codes }: Known): Case {
  const { random } = material
  if (random() < 0.5) return graphCase(material)
  if (random() < 0.1) {
    const { request, route } = signInCase(material, browser, codes)
    return { request, check: (answer) => findUndeclared(answer, route, document) }
  }
  const route = pick(random, routes)
  const request = restCase(material, route)
  return { request, check: (answer) => findUndeclared(answer, route, document) }
}

function materialOf(houses: readonly House[], random: () => number): Material {
  const house = pick(random, houses)
  const { organization, agents, viewer, live, merchant } = house
  const admins = Array.from({ length: 5 }, () => organization.admin)
  const first = agents[0]?.caller ?? {}
  const caller = pick(random, [
    ...[...admins, viewer, live, merchant, first, first, first, ...agents.map((agent) => agent.caller)],
    ...[{ 'x-api-key': OPERATOR_KEY }, {}],
  ])
  const ids = [house, ...houses.filter((one) => one !== house)].map((one) => one.ids)
  return { random, ids, caller }
}

const describe = ({ method, path, headers = {}, body }: HttpRequest): string =>
  `${method} ${path} ${JSON.stringify(headers)} ${body ?? ''}`

/** The fault. */
async function failReads({ world }: ServedWorld): Promise<void> {
  const client = await mongo.MongoClient.connect(world.mongodbUri)
  const data = { failCommands: ['find'], namespace: 'prove.agents', errorCode: 8 }
  await client.db('admin').command({ configureFailPoint: 'failCommand', mode: { times: 1_000 }, data })
  await client.close()
}
