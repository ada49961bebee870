/** What tests of the moved clock begin with: organizations over HTTP with money on the chain, and their clocks. */
import { expect } from 'vitest'
import { callRest, type RequestHeaders, type RestResponse } from './restClient.ts'
import type { TestService } from './startService.ts'

export const HOUR = 3_600
export const DAY = 24 * HOUR

export interface ClockOrganization {
  readonly orgId: string
  readonly agentId: string
  readonly walletId: string
  readonly apiKey: string
  call(request: string, body?: object, headers?: RequestHeaders): Promise<RestResponse>
  /** What the answer of a call that has to succeed says. */
  done(request: string, body?: object, headers?: RequestHeaders): Promise<Record<string, unknown>>
  /** Moves the clock. */
  advance(move: object, headers?: RequestHeaders): Promise<Record<string, unknown>>
  now(): Promise<Date>
  pay(amount: string, to?: string): Promise<RestResponse>
  /** Until the payment has ended. */
  ended(paymentId: unknown): Promise<Record<string, unknown>>
}

export const PAYEE = '0x00000000000000000000000000000000000000cc'

export async function openClockOrganization(
  service: TestService,
  { funds = '200', policy }: { readonly funds?: string; readonly policy?: string } = {},
): Promise<ClockOrganization> {
  const { orgId, key } = await service.createOrganization('Clocks')
  const call = (request: string, body?: object, headers: RequestHeaders = {}) =>
    callRest(service.url, request.replace(' ', ' /api/v2'), { 'x-api-key': key, ...headers }, body)
  const done = async (...asked: Parameters<typeof call>) => {
    const { status, body } = await call(...asked)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const registration = { name: 'One', capabilities: ['payments', 'wallets', 'holds'], owner_org_id: orgId }
  const agent = await done('POST /auth/agent/register', registration)
  const { agent_id: agentId, wallet_id: walletId } = agent as Record<string, string>
  if (policy !== undefined) await done('POST /mandates', { agent_id: agentId, wallet_id: walletId, policy })
  if (Number(funds) > 0) {
    await done('POST /test/faucet', { wallet_id: walletId, amount: funds })
    const hasCome = async () => Number((await done(`GET /wallets/${walletId}/balance`)).balance) > 0
    await expect.poll(hasCome, { timeout: 60_000 }).toBe(true)
  }
  const act = { 'x-agent-id': String(agentId) }
  return {
    ...{ orgId, agentId: String(agentId), walletId: String(walletId), apiKey: String(agent.api_key), call, done },
    advance: (move, headers) => done('POST /test/clock/advance', move, headers),
    now: async () => new Date(String((await done('GET /test/clock')).now)),
    pay: (amount, to = PAYEE) => call('POST /payments', { wallet_id: walletId, to, amount, token: 'USDC' }, act),
    ended: (paymentId) => done(`GET /payments/${paymentId}?wait=20`),
  }
}
