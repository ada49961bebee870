/** What conformance tests begin with: an organization, its agents with money, and the form of every refusal. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Role } from '../../subgraphs/shared/principal.ts'
import type { Answer, Body, Caller, Carrier, CarrierName } from './carriers.ts'
import type { Organization, TestService } from './startService.ts'

/** Given to every section; the service runs when its hooks and tests do, not before. */
export interface Given {
  readonly carrierName: CarrierName
  readonly service: () => TestService
  readonly carrier: () => Carrier
}

export interface Scene {
  readonly service: TestService
  readonly carrier: Carrier
  readonly organization: Organization
  readonly owner: Caller
}

export interface TestAgent {
  readonly agentId: string
  readonly walletId: string
  readonly mandateId: string
  readonly apiKey: string
  readonly record: Body
  /** With a token of scope agent:execute unless asked otherwise. */
  readonly caller: Required<Pick<Caller, 'token' | 'agentId'>>
}

export interface AgentOptions {
  readonly capabilities?: readonly string[]
  readonly scope?: string
  /** Credited before the agent is handed over. */
  readonly funds?: string
}

export async function openScene(
  given: Given,
  ...wanted: Parameters<TestService['createOrganization']>
): Promise<Scene> {
  const service = given.service()
  const organization = await service.createOrganization(...wanted)
  return { service, carrier: given.carrier(), organization, owner: { apiKey: organization.key } }
}

export async function openAgent(scene: Scene, options: AgentOptions = {}): Promise<TestAgent> {
  const { carrier, organization, owner } = scene
  const { capabilities = ['payments', 'wallets', 'mandates'], scope, funds } = options
  const registration = { name: 'Test agent', capabilities, owner_org_id: organization.orgId }
  const { body: record } = done(await carrier.call('register', registration, owner))
  const [agentId, walletId, mandateId] = [
    textIn(record, 'agent_id'),
    textIn(record, 'wallet_id'),
    textIn(record, 'mandate_id'),
  ]
  const apiKey = textIn(record, 'api_key')
  const caller = { token: await tokenOf(carrier, { agentId, apiKey }, scope), agentId }
  if (funds !== undefined) await fund(scene, walletId, funds)
  return { agentId, walletId, mandateId, apiKey, record, caller }
}

export async function tokenOf(
  carrier: Carrier,
  { agentId, apiKey }: Pick<TestAgent, 'agentId' | 'apiKey'>,
  scope?: string,
): Promise<string> {
  const exchange = { agent_id: agentId, api_key: apiKey, ...(scope !== undefined && { scope }) }
  return textIn(done(await carrier.call('token', exchange, {})).body, 'access_token')
}

/** Test money, minted on the chain and credited when its block was read. */
export async function fund({ carrier, owner }: Scene, walletId: string, amount: string): Promise<void> {
  const minted = done(await carrier.call('faucet', { wallet_id: walletId, amount, wait: 30 }, owner))
  expect(minted.body.deposit_id, minted.text).toMatch(/^dep_/)
}

export async function availableOf(carrier: Carrier, walletId: string, caller: Caller): Promise<number> {
  return Number(done(await carrier.call('balance', { wallet_id: walletId }, caller)).body.balance)
}

/** Asks again until there is something: not false, nothing or an empty list. */
export async function until<T>(look: () => Promise<T | false | undefined>, withinMs = 60_000): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (Array.isArray(found) ? found.length > 0 : found) return found as T
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms`)
    await sleep(50)
  }
}

/** The answer of an operation that must succeed. */
export function done(answer: Answer): Answer {
  expect(answer.refused, answer.text).toBeNull()
  return answer
}

/** Specification 7: type, status, words, details and the request id, whatever carries them. A replay has its first id. */
export function refused(answer: Answer, status: number, type: string, details: object = {}): Answer {
  expect(answer.refused, answer.text).toMatchObject({
    ...{ status, type },
    details: { retryable: expect.any(Boolean), doc_url: `/guides/errors#${type}`, ...details },
    message: expect.stringMatching(/\S/),
    requestId: answer.replayed ? expect.stringMatching(/^req_/) : answer.headers.get('x-request-id'),
  })
  return answer
}

/** What two refusals are compared by. */
export function withoutRequestId({ refused }: Answer): object {
  return { ...refused, requestId: undefined }
}

/** A refusal of the input that names this field. */
export function refusedField(answer: Answer, path: string): void {
  refused(answer, 400, 'invalid_request')
  const fields = (answer.refused?.details.fields ?? []) as { path: string }[]
  expect(
    fields.some(
      (field) => field.path === path || field.path.startsWith(`${path}.`) || field.path.startsWith(`${path}[`),
    ),
    `${path} is not named: ${answer.text}`,
  ).toBe(true)
}

/** A key of somebody else in the same organization. */
export async function openPerson(scene: Scene, roles: readonly Role[], personId?: string): Promise<Caller> {
  const options = { roles, ...(personId !== undefined && { personId }) }
  return { apiKey: await scene.service.createKey(scene.organization.orgId, options) }
}

/** What amounts from 3,000 USD need: the organization accepted, and the purpose of the agent reviewed. */
export async function verifyAgent({ carrier, owner }: Scene, { agentId }: Pick<TestAgent, 'agentId'>): Promise<void> {
  done(await carrier.call('simulateKyb', { status: 'accepted' }, owner))
  done(await carrier.call('recordEvidence', { agent_id: agentId, type: 'purpose_review' }, owner))
}

/** A merchant of the organization with an address on base. */
export async function openShop(scene: Scene): Promise<{ domain: string; merchantId: string; address: string }> {
  const [domain, address] = [newDomain(), newAddress()]
  const form = { name: 'Shop', legal_name: 'Shop', domain, payout_addresses: [{ chain: 'base', address }] }
  const { body } = done(await scene.carrier.call('createMerchant', form, scene.owner))
  return { domain, merchantId: textIn(body, 'merchant_id'), address }
}

/** The log of one resource, oldest first. */
export async function eventsOf(
  { carrier, owner }: Scene,
  resourceId: unknown,
  types?: readonly string[],
): Promise<readonly Body[]> {
  const input = { resource_id: resourceId, order: 'oldest_first', ...(types !== undefined && { types }) }
  return rowsIn(done(await carrier.call('listEvents', input, owner)))
}

export const typesOf = (events: readonly Body[]): unknown[] => events.map(({ type }) => type)

/** What only REST has: the status of success, and where the new resource is. */
export function created({ carrier }: Scene, answer: Answer, status: number, location: string | null): Answer {
  done(answer)
  if (carrier.name === 'rest') expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
  return answer
}

export function textIn(body: Body, name: string): string {
  const value = body[name]
  expect(value, `${name} of ${JSON.stringify(body)}`).toEqual(expect.stringMatching(/./))
  return value as string
}

export function rowsIn({ body }: Answer): readonly Body[] {
  return body.data as readonly Body[]
}

/** No daily limit is tested over the end of its day. */
export async function pastMidnight(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS)
  if (leftMs < 60_000) await sleep(leftMs)
}

const DAY_MS = 86_400_000

/** Delisted, and a mixer: to be reviewed (domain 4.3). */
export const MIXER = '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b'
/** Who is paid, which amounts from 3,000 USD on have to say (domain 4.4). */
export const BENEFICIARY = { name: 'Payee Ltd', country: 'US' }
export const newAddress = (): string => `0x${randomBytes(20).toString('hex')}`
export const newDomain = (): string => `shop-${randomBytes(5).toString('hex')}.example`
