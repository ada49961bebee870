/**
 * Forged access tokens (reliability 5.1, 5.3; RFC 8725): whatever is not a token that this service has issued, in its exact
 * form and in its time, is refused over HTTP and by the verifier behind it, even when its signature is good. Each forgery is made from a token that is accepted, and
 * that is accepted again at the end. `--fault` adds a stranger's public key to the service's own.
 */
import { createPrivateKey, createSecretKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { CompactSign } from 'jose'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { openTokenWorld, type TokenAgent, type TokenWorld } from './tokenWorld.ts'

const MASTER_KEY = new Uint8Array(32).fill(7)
const SKEW_SECONDS = 60
const LIFETIME_SECONDS = 3_600
const HOUR_MS = 3_600_000

type Json = Readonly<Record<string, unknown>>

/** What a forger may have, and more. */
interface Material {
  /** An accepted token in its parts. */
  readonly token: string
  readonly head: string
  readonly body: string
  readonly signature: string
  readonly header: Json
  readonly claims: Json
  readonly nowSeconds: number
  /** The service's own private key: what only a flaw in a check would let pass. */
  readonly own: KeyObject
  readonly ownPublic: Uint8Array
  readonly stranger: KeyObject
  readonly strangerJwk: Json
  /** An agent of another organization. */
  readonly foreign: TokenAgent
  readonly foreignOrgId: string
}

type Forgery = readonly [name: string, make: (material: Material) => string | Promise<string>, reason?: string]

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const signText = (key: KeyObject, head: string, body: string): string =>
  `${head}.${body}.${sign(null, Buffer.from(`${head}.${body}`), key).toString('base64url')}`
/** With the service's own key: header and claims as given. */
const own = (
  { own: key, header, claims }: Material,
  change: { header?: Json; claims?: Json; head?: string; body?: string },
) =>
  signText(
    key,
    change.head ?? encode({ ...header, ...change.header }),
    change.body ?? encode({ ...claims, ...change.claims }),
  )
const strange = ({ stranger, header, claims }: Material, more: Json = {}, changed: Json = {}) =>
  signText(stranger, encode({ ...header, ...more }), encode({ ...claims, ...changed }))
const hmac = ({ header, claims }: Material, secret: Uint8Array, alg = 'HS256') =>
  new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ ...header, alg })
    .sign(createSecretKey(secret))
const without = (from: Json, name: string): string =>
  encode(Object.fromEntries(Object.entries(from).filter(([one]) => one !== name)))
const repeated = (from: Json, name: string, first: unknown): string =>
  encode(`{${JSON.stringify(name)}:${JSON.stringify(first)},${JSON.stringify(from).slice(1)}`)

const FORGERIES: readonly Forgery[] = [
  ...['none', 'None', 'NONE', 'nOnE', ''].map(
    (alg): Forgery => [
      `alg ${alg} without a signature`,
      ({ header, body }) => `${encode({ ...header, alg })}.${body}.`,
    ],
  ),
  ['alg none with the old signature', (m) => `${encode({ ...m.header, alg: 'none' })}.${m.body}.${m.signature}`],
  ['without a signature', ({ head, body }) => `${head}.${body}.`],
  ['without the last part', ({ head, body }) => `${head}.${body}`],
  ['a signature of zeros', ({ head, body }) => `${head}.${body}.${encode(Buffer.alloc(64).toString('latin1'))}`],
  ['a changed signature', ({ token }) => `${token.slice(0, -6)}${token.at(-6) === 'A' ? 'B' : 'A'}${token.slice(-5)}`],
  ['a truncated signature', ({ token }) => token.slice(0, -8)],
  ['a longer signature', ({ token }) => `${token}AAAA`],
  ['spare bits in the last character', ({ token }) => token.slice(0, -1) + nextLetter(token.at(-1) ?? '')],
  ['padding', ({ token }) => `${token}==`],
  ['white space around it', ({ token }) => ` ${token}\n`],
  ['a fourth part', ({ token }) => `${token}.`],
  ['the alphabet of plain base64', (m) => own(m, { body: `${m.body.slice(0, -1)}+` })],
  [
    'other claims under the old signature',
    (m) => `${m.head}.${encode({ ...m.claims, scope: 'agent:admin' })}.${m.signature}`,
  ],
  ['HS256 with the public key', (m) => hmac(m, m.ownPublic)],
  ['HS512 with the public key', (m) => hmac(m, m.ownPublic, 'HS512')],
  ['HS256 with the public key as text', (m) => hmac(m, Buffer.from(Buffer.from(m.ownPublic).toString('base64url')))],
  ['HS256 with an empty secret', (m) => hmac(m, new Uint8Array(32))],
  ['HS256 with a weak secret', (m) => hmac(m, Buffer.from('secret'))],
  ['a stranger’s key under our kid', (m) => strange(m)],
  ['a stranger’s key under its own kid', (m) => strange(m, { kid: 'stranger' })],
  ['an embedded jwk', (m) => strange(m, { jwk: m.strangerJwk })],
  [
    'an embedded jwk and no kid',
    (m) => strange({ ...m, header: { ...m.header, kid: undefined } }, { jwk: m.strangerJwk }),
  ],
  ['jku of another host', (m) => strange(m, { jku: 'https://attacker.example/jwks.json' })],
  ['x5u of another host', (m) => strange(m, { x5u: 'https://attacker.example/cert.pem' })],
  ['x5c', (m) => strange(m, { x5c: ['MIIB'] })],
  ...['../../../dev/null', '/etc/passwd', "' OR '1'='1", 'a\u0000b', '__proto__', 'constructor', 'k'.repeat(4_000)].map(
    (kid): Forgery => [`kid ${kid.slice(0, 20)}`, (m) => strange(m, { kid })],
  ),
  ['a kid that is a number', (m) => own(m, { header: { kid: 1 } })],
  ['a kid that is a list', (m) => own(m, { header: { kid: [m.header.kid] } })],
  ['no kid', (m) => own(m, { head: without(m.header, 'kid') })],
  ['typ JWT', (m) => own(m, { header: { typ: 'JWT' } })],
  ['no typ', (m) => own(m, { head: without(m.header, 'typ') })],
  ['typ of a DPoP proof', (m) => own(m, { header: { typ: 'dpop+jwt' } })],
  ['alg Ed448', (m) => own(m, { header: { alg: 'Ed448' } })],
  ['crit with an unknown name', (m) => own(m, { header: { crit: ['urn:x'], 'urn:x': true } })],
  ['crit that is empty', (m) => own(m, { header: { crit: [] } })],
  ['an unencoded payload (b64)', (m) => own(m, { header: { b64: false, crit: ['b64'] } })],
  ['a jwk beside a good signature', (m) => own(m, { header: { jwk: m.strangerJwk } })],
  ['zip', (m) => own(m, { header: { zip: 'DEF' } })],
  ['a repeated alg', (m) => own(m, { head: repeated(m.header, 'alg', 'none') })],
  ['a repeated sub', (m) => own(m, { body: repeated(m.claims, 'sub', m.foreign.agentId) })],
  ['a repeated scope', (m) => own(m, { body: repeated(m.claims, 'scope', 'agent:read') })],
  ['white space in the claims', (m) => own(m, { body: encode(JSON.stringify(m.claims, null, 1)) })],
  ['claims that are a list', (m) => own(m, { body: encode([m.claims]) })],
  ['claims that are null', (m) => own(m, { body: encode('null') })],
  ['claims that are no JSON', (m) => own(m, { body: encode('{') })],
  ['another issuer', (m) => own(m, { claims: { iss: 'https://attacker.example' } })],
  ['a list of issuers', (m) => own(m, { claims: { iss: [m.claims.iss] } })],
  ['another audience', (m) => own(m, { claims: { aud: 'other-api' } })],
  ['one of two audiences', (m) => own(m, { claims: { aud: [m.claims.aud, 'other-api'] } })],
  ...['iss', 'aud', 'sub', 'iat', 'exp', 'org', 'scope', 'key_version'].map(
    (name): Forgery => [`no ${name}`, (m) => own(m, { body: without(m.claims, name) })],
  ),
  ['over', (m) => own(m, { claims: { iat: m.nowSeconds - 10, exp: m.nowSeconds } }), 'token_expired'],
  ['issued in the future', (m) => own(m, { claims: { iat: m.nowSeconds + SKEW_SECONDS + 1 } })],
  [
    'older than any token lives',
    (m) => own(m, { claims: { iat: m.nowSeconds - LIFETIME_SECONDS, exp: m.nowSeconds + LIFETIME_SECONDS } }),
    'token_expired',
  ],
  ['not valid yet', (m) => own(m, { claims: { nbf: m.nowSeconds + 60 } })],
  ['exp as text', (m) => own(m, { claims: { exp: String(m.claims.exp) } })],
  [
    'exp without end',
    (m) => own(m, { body: encode(JSON.stringify(m.claims).replace(`"exp":${m.claims.exp}`, '"exp":1e999')) }),
  ],
  ['an unknown scope', (m) => own(m, { claims: { scope: 'agent:root' } })],
  ['two scopes', (m) => own(m, { claims: { scope: 'agent:read agent:admin' } })],
  ['another organization', (m) => own(m, { claims: { org: m.foreignOrgId } })],
  ['an agent of another organization', (m) => own(m, { claims: { sub: m.foreign.agentId } })],
  ['an agent that does not exist', (m) => own(m, { claims: { sub: `${m.claims.sub}x` } })],
  ['an organization as its subject', (m) => own(m, { claims: { sub: m.claims.org } })],
  ['the next key of the agent', (m) => own(m, { claims: { key_version: Number(m.claims.key_version) + 1 } })],
  ['a key version as text', (m) => own(m, { claims: { key_version: String(m.claims.key_version) } })],
  ['a family that is a list', (m) => own(m, { claims: { sid: [m.claims.sid] } })],
  ['longer than any token', (m) => own(m, { claims: { more: 'x'.repeat(8_192) } })],
  ['nothing', () => ''],
  ['three empty parts', () => '..'],
]

export async function proveJwt({ fault }: ProofInput): Promise<ProofResult> {
  const world = await openTokenWorld()
  const breaches: string[] = []
  const figures = { forgeries: 0, endings: 0 }
  try {
    const material = await openMaterial(world)
    if (fault) await addStranger(world, material)
    const expectRefusal = async (name: string, token: string, reason: string) => {
      for (const [index, service] of world.services.entries()) {
        const refusal = await world.refusalOf(service, token)
        if (refusal !== reason) breaches.push(`${name}: service ${index} says ${refusal ?? 'accepted'}, not ${reason}`)
      }
    }
    const expectAccepted = async (name: string, token: string) => {
      for (const service of world.services) {
        const refusal = await world.refusalOf(service, token)
        if (refusal !== null) breaches.push(`${name} is refused: ${refusal}`)
      }
    }
    await expectAccepted('the token', material.token)
    await expectAccepted('the same claims, signed again', own(material, {}))
    const { nowSeconds } = material
    await expectAccepted('a clock that is ahead', own(material, { claims: { iat: nowSeconds + SKEW_SECONDS } }))
    const forgeries = fault ? FORGERIES.filter(([name]) => name.includes('stranger')) : FORGERIES
    for (const [name, make, reason = 'invalid_token'] of forgeries) {
      await expectRefusal(name, await make(material), reason)
      figures.forgeries += 1
    }
    await expectAccepted('the token, after all forgeries', material.token)
    if (!fault) figures.endings = await endTokens(world, material, { expectRefusal, expectAccepted })
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

interface Expectations {
  readonly expectRefusal: (name: string, token: string, reason: string) => Promise<void>
  readonly expectAccepted: (name: string, token: string) => Promise<void>
}

/** Tokens of a family that was ended, and of signing keys that were rotated out, retired for long, or stolen. */
async function endTokens(world: TokenWorld, { foreign }: Material, expected: Expectations): Promise<number> {
  const { clock, services } = world
  const [one, other] = services
  const ended = await world.exchange(one, foreign)
  const spared = await world.exchange(one, foreign)
  const second = await world.refresh(one, foreign, ended.refreshToken)
  if (typeof second === 'string') throw new Error(`a first refresh is refused: ${second}`)
  await world.refresh(other, foreign, second.refreshToken)
  await world.refresh(other, foreign, ended.refreshToken)
  await expected.expectRefusal('of an ended family', ended.accessToken, 'invalid_token')
  await expected.expectRefusal('a later one of it', second.accessToken, 'invalid_token')
  await expected.expectAccepted('another family of the agent', spared.accessToken)

  clock.advance(2 * HOUR_MS)
  const before = await world.exchange(one, foreign)
  await one.subgraphs.agents.rotateSigningKey({ isStolen: false })
  await expected.expectAccepted('of the key before a rotation', before.accessToken)
  clock.advance(HOUR_MS / 2)
  const after = await world.exchange(other, foreign)
  await expected.expectAccepted('of the key after a rotation', after.accessToken)
  await expected.expectAccepted('half an hour later of the key before it', before.accessToken)
  clock.advance(HOUR_MS / 2)
  await expected.expectRefusal('over, of the key before a rotation', before.accessToken, 'token_expired')
  const published = JSON.stringify(await other.subgraphs.agents.authenticator.jwks())
  if (!published.includes(kidOf(after.accessToken))) throw new Error('the key that signs is not published')

  const stolen = await world.exchange(one, foreign)
  await other.subgraphs.agents.rotateSigningKey({ isStolen: true })
  // As long as a process keeps the keys in memory.
  clock.advance(1_001)
  await expected.expectRefusal('of a stolen key', stolen.accessToken, 'invalid_token')
  await expected.expectAccepted('of the key after it', (await world.exchange(one, foreign)).accessToken)
  return 4
}

const kidOf = (token: string): string =>
  String((JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Json).kid)

async function openMaterial(world: TokenWorld): Promise<Material> {
  const [service] = world.services
  const agent = await world.createAgent(await world.createOrganization('Attacked'))
  const other = await world.createOrganization('Other')
  const foreign = await world.createAgent(other)
  const { accessToken: token } = await world.exchange(service, agent)
  const [head = '', body = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
  const row = await service.database
    .collection<{ _id: string; x: string; sealed: string }>('signingKeys')
    .findOne({ _id: 'sig_1' })
  if (row === null) throw new Error('there is no signing key')
  const d = createSecretBox(MASTER_KEY, 'agents').open(row.sealed, row._id)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    ...{ token, head, body, signature, header: read(head), claims: read(body) },
    nowSeconds: Math.floor(world.clock.now().getTime() / 1_000),
    own: createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: row.x, d }, format: 'jwk' }),
    ownPublic: Buffer.from(row.x, 'base64url'),
    ...{ stranger: privateKey, strangerJwk: publicKey.export({ format: 'jwk' }) as Json },
    ...{ foreign, foreignOrgId: other.admin.orgId },
  }
}

/** The fault. */
async function addStranger({ clock, services: [{ database }] }: TokenWorld, { strangerJwk }: Material): Promise<void> {
  const row = {
    number: 0,
    kid: 'stranger',
    x: strangerJwk.x,
    sealed: null,
    createdAt: clock.now(),
    retiredAt: clock.now(),
  }
  await database.collection<{ _id: string }>('signingKeys').updateOne({ _id: 'sig_0' }, { $set: row }, { upsert: true })
  clock.advance(1_001)
}

/** The same bits of the last byte, and others of those that no byte has. */
function nextLetter(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return letters[letters.indexOf(letter) ^ 1] ?? 'A'
}
