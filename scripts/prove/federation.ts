/**
 * The way from the gateway to its subgraphs (reliability 5.1, API9), with every subgraph behind HTTP: calls of the gateway
 * pass, and nothing else does. A subgraph refuses whoever calls it without the signature of a gateway, with one that is
 * forged, changed, over, of another subgraph, for another body or used before, and answers nothing but its one path; the
 * gateway takes no notice of such a header from outside, and neither HTTP nor WebSocket lead to `_entities` and `_service`.
 * With `--fault` the forger has the secret.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { SIGNATURE_HEADER, type SignedCall, signCall } from '../../gateway/auth/gatewaySignature.ts'
import { composeService } from '../../gateway/compose.ts'
import { type Config, SUBGRAPHS, type SubgraphName } from '../../gateway/config.ts'
import { serveSubgraph } from '../../gateway/serveSubgraph.ts'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { type Caller, createClient, type Send } from './carriers/client.ts'
import { graphRequest } from './carriers/operations.ts'
import { bodyOf, openServedWorld, type ServedWorld } from './carriers/servedWorld.ts'
import { connectSocket } from './carriers/socket.ts'
import { createManualClock, type ManualClock } from './manualClock.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { log } from './world.ts'

const CLOSE_MS = 2_000
const BODY = JSON.stringify({ query: '{ __typename }' })
const LIFETIME_MS = 10_000

interface Forger {
  readonly subgraph: SubgraphName
  readonly secret: string
  readonly clock: ManualClock
  readonly principal: OrganizationPrincipal
}

/** A header as forgers make it; undefined: none. */
type Forgery = readonly [name: string, header: (forger: Forger) => string | undefined]

const sign = ({ secret, subgraph, principal, clock }: Forger, changed: Partial<SignedCall> = {}): string => {
  const call = { principal, requestId: 'req_forged', address: '127.0.0.1', subgraph, body: BODY }
  return signCall(secret, { ...call, nowMs: clock.now().getTime(), ...changed })
}
const claimsOf = (forger: Forger): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(sign(forger).split('.')[0] ?? '', 'base64url').toString())
const encode = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url')
const macOf = (header: string): string => header.split('.')[1] ?? ''

/** Each by itself is enough to be refused; only the first ones need no secret. */
const FORGERIES: readonly Forgery[] = [
  ['no signature', () => undefined],
  ['an empty signature', () => ''],
  ['a point', () => '.'],
  ['claims without a signature', (forger) => encode(claimsOf(forger))],
  ['claims with an empty signature', (forger) => `${encode(claimsOf(forger))}.`],
  ['claims with a signature of zeros', (forger) => `${encode(claimsOf(forger))}.${'A'.repeat(43)}`],
  ['claims that are signed with nothing', (forger) => sign({ ...forger, secret: '' })],
  ['claims that are signed with a guess', (forger) => sign({ ...forger, secret: 'secret' })],
  [
    'a hash instead of a signature',
    (forger) => `${encode(claimsOf(forger))}.${createHmac('sha1', 'x').digest('base64url')}`,
  ],
  ['claims that are no JSON', () => `${Buffer.from('{').toString('base64url')}.${'A'.repeat(43)}`],
  ['a principal alone', ({ principal }) => JSON.stringify(principal)],
  ['more parts', (forger) => `${sign({ ...forger, secret: 'x' })}.x`],
]

/** What even a signature of a gateway is not good for. */
const MISUSES: readonly Forgery[] = [
  ['of another subgraph', (forger) => sign(forger, { subgraph: 'other' })],
  ['for another body', (forger) => sign(forger, { body: '{}' })],
  ['that is over', (forger) => sign(forger, { nowMs: forger.clock.now().getTime() - LIFETIME_MS - 1 })],
  ['of a far future', (forger) => sign(forger, { nowMs: forger.clock.now().getTime() + 60_000 })],
  ['under other claims', (forger) => `${encode({ ...claimsOf(forger), nonce: randomUUID() })}.${macOf(sign(forger))}`],
  ['with a character more', (forger) => `${sign(forger)}A`],
  ['with one part more', (forger) => `${sign(forger)}.A`],
]

const OUTSIDE: readonly string[] = [
  'query { _service { sdl } }',
  'query { _entities(representations: [{ __typename: "Wallet", id: "wal_x" }]) { __typename } }',
  'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Wallet { id } } }',
  'query { a: _service { sdl } }',
  'query { ...f } fragment f on Query { _service { sdl } }',
  'query { ... on Query { _entities(representations: []) { __typename } } }',
  'mutation { _service { sdl } }',
]

export async function proveFederation({ fault }: ProofInput): Promise<ProofResult> {
  const clock = createManualClock(new Date())
  const closing: (() => Promise<void>)[] = []
  const urls: Partial<Record<SubgraphName, string>> = {}
  const world = await openServedWorld({
    clock,
    environment: { RUN_WORKERS: 'false' },
    config: async (config) => ({ subgraphUrls: Object.assign(urls, await serveAll(config, clock, closing)) }),
  })
  const breaches: string[] = []
  const figures = { subgraphs: SUBGRAPHS.length, calls: 0, forgeries: 0, misuses: 0, outside: 0 }
  try {
    const organization = await world.createOrganization('Federated')
    const principal: OrganizationPrincipal = {
      ...{ kind: 'organization', orgId: organization.orgId as never, mode: 'test', roles: ['admin'] },
      ...{ keyId: 'key_forged', personId: 'person_forged' },
    }
    const agent = await organization.createAgent({ capabilities: ['payments', 'wallets'], scope: 'agent:read' })
    await expectJoined(world, agent.caller, breaches)
    for (const subgraph of SUBGRAPHS) {
      const client = createClient(new URL(urls[subgraph] ?? '').origin)
      closing.unshift(client.close)
      const { subgraphSecret } = world.config
      const forger: Forger = { subgraph, clock, principal, secret: fault ? subgraphSecret : 'not the secret' }
      const call = async (header: string | undefined, path = '/graphql', method: 'GET' | 'POST' = 'POST') => {
        const headers = header === undefined ? {} : { [SIGNATURE_HEADER]: header }
        const body = method === 'POST' ? { body: BODY } : {}
        figures.calls += 1
        return (await client.send({ method, path, caller: {}, headers, ...body })).status
      }
      const expectRefused = async (name: string, header: string | undefined) => {
        const status = await call(header).catch(() => 401)
        if (status !== 401) breaches.push(`${subgraph}, ${name}: ${status}`)
      }
      await expectRefused('a forged signature', sign(forger))
      for (const [name, header] of fault ? [] : FORGERIES) {
        await expectRefused(name, header(forger))
        figures.forgeries += 1
      }
      if (fault) continue
      const gateway = { ...forger, secret: subgraphSecret }
      for (const [name, header] of MISUSES) {
        await expectRefused(`a signature ${name}`, header(gateway))
        figures.misuses += 1
      }
      const used = sign(gateway)
      if ((await call(used)) !== 200) breaches.push(`${subgraph}: a call of a gateway is refused`)
      await expectRefused('a signature that was used before', used)
      for (const path of ['/', '/graphql/', '/graphql?query={__typename}', '/api/v2/agents', '/metrics', '/../graphql'])
        if ((await call(sign(gateway), path)) !== 404) breaches.push(`${subgraph} answers at ${path}`)
      if ((await call(sign(gateway), '/graphql', 'GET')) !== 404) breaches.push(`${subgraph} answers to GET`)
    }
    if (!fault) figures.outside = await tryOutside(world, agent.caller, principal, breaches)
    breaches.push(...world.failures)
  } finally {
    for (const close of closing) await close()
    await world.close()
  }
  return { figures, breaches }
}

/** A query whose parts come from several subgraphs. */
async function expectJoined({ send }: ServedWorld, caller: Caller, breaches: string[]): Promise<void> {
  const query = '{ me { name organization { name } wallet { address status } } }'
  const { text } = await send(graphRequest(caller, query))
  const { data } = JSON.parse(text) as { data?: { me?: { name?: string; wallet?: { status?: string } } } }
  if (data?.me?.name !== 'agent' || data.me.wallet?.status !== 'active') breaches.push(`a joined query: ${text}`)
}

/** Through the gateway, over HTTP and on a socket; a header of subgraphs makes nobody another caller. */
async function tryOutside(
  { send, url, config }: ServedWorld,
  caller: Caller,
  principal: OrganizationPrincipal,
  breaches: string[],
): Promise<number> {
  const socket = await connectSocket(url, caller)
  for (const query of OUTSIDE) {
    const variables = query.includes('$of') ? { of: [{ __typename: 'Wallet', id: 'wal_x' }] } : {}
    const { refusal, text } = await send(graphRequest(caller, query, variables))
    if (refusal === null || text.includes('sdl":')) breaches.push(`the gateway answers ${query}: ${text}`)
    const outcome = await socket.subscribe(query.replace(/^(query|mutation)/, 'subscription'), variables)
    if (!outcome.startsWith('error')) breaches.push(`a socket takes ${query}: ${outcome}`)
  }
  await socket.close()
  await expectUnmoved(send, caller, config, principal, breaches)
  return OUTSIDE.length
}

async function expectUnmoved(
  send: Send,
  caller: Caller,
  { subgraphSecret }: Config,
  principal: OrganizationPrincipal,
  breaches: string[],
): Promise<void> {
  const query = '{ viewer { kind } }'
  const call = { principal, requestId: 'req_forged', body: JSON.stringify({ query, variables: {} }) }
  const header = signCall(subgraphSecret, { ...call, subgraph: 'agents', nowMs: Date.now() })
  const forged = { [SIGNATURE_HEADER]: header, 'x-gateway-secret': subgraphSecret }
  const known = bodyOf(await send({ ...graphRequest(caller, query), headers: forged }))
  if (JSON.stringify(known.data) !== '{"viewer":{"kind":"agent"}}')
    breaches.push(`a header of subgraphs changes who calls: ${JSON.stringify(known)}`)
  const nobody = await send({ ...graphRequest({}, query), headers: forged })
  if (nobody.refusal?.type !== 'authentication_error') breaches.push(`a header of subgraphs lets in: ${nobody.text}`)
}

/** Each subgraph as a server of its own, over one composition. */
async function serveAll(
  config: Config,
  clock: ManualClock,
  closing: (() => Promise<void>)[],
): Promise<Partial<Record<SubgraphName, string>>> {
  const service = await composeService(config, { log, clock })
  closing.push(() => service.close(CLOSE_MS))
  const { subgraphSecret: secret } = config
  const urls = SUBGRAPHS.map(async (name) => {
    const { schema } = service.subgraphs[name]
    const served = await serveSubgraph({ schema, name, secret, port: 0, clock, log })
    closing.unshift(() => served.close(CLOSE_MS))
    return [name, served.url]
  })
  return Object.fromEntries(await Promise.all(urls))
}
