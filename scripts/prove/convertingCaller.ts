/** An organization that converts dollars over HTTP, from any process, and repeats a request until it is answered. */
import { sendJson } from './payingCaller.ts'
import type { ProcessWorld } from './processWorld.ts'

export interface ConvertingCaller {
  /** @returns whether it was answered: executed, or refused because its minute was over meanwhile */
  convert(url: string, key: string): Promise<boolean>
  /** Keys that were answered with an executed quote. */
  readonly executed: ReadonlySet<string>
  /** @returns its id. @throws Error without a response in time */
  quote(url: string, key: string): Promise<string>
  /** @returns its id again. @throws Error as above */
  execute(url: string, key: string, quoteId: string): Promise<string>
}

/** Its minute is over, and nothing was taken. */
export const isExpired = (error: unknown): boolean => error instanceof Error && error.message.includes('quote_expired')

export const FUNDED_CENTS = 2_000_000
/** What each conversion takes, and what it brings after the fee of a cent, in units of USDC. */
export const CENTS = 100
export const UNITS = 990_000n

/** @param walletId where everything is delivered */
export async function openConvertingCaller(
  { services, adminKey }: ProcessWorld,
  walletId: string,
): Promise<ConvertingCaller> {
  const headers = { 'x-api-key': adminKey }
  const first = `${services[0]?.url}/api/v2/treasury`
  await sendJson(`${first}/account-holders/sync`, headers, {})
  const bank = { routing_number: '021000021', account_number: '12345678', type: 'CHECKING', owner: 'Acme Inc' }
  const { token } = await sendJson(`${first}/external-bank-accounts`, headers, {
    ...{ ...bank, owner_type: 'BUSINESS', verification_method: 'EXTERNALLY_VERIFIED' },
  })
  const collection = { amount_minor: FUNDED_CENTS, external_bank_account_token: token }
  const { payment_token } = await sendJson(`${first}/fund`, headers, collection)
  for (let event = 0; event < 3; event++)
    await sendJson(`${first}/simulate/payments/${payment_token}/advance`, headers, {})
  const form = { from_amount_minor: CENTS, to_token: 'USDC', to_chain: 'base', wallet_id: walletId }
  const quotes = (url: string) => `${url}/api/v2/treasury/conversions/quotes`
  const executed = new Set<string>()
  const caller: ConvertingCaller = {
    executed,
    async convert(url, key) {
      try {
        const quoteId = await caller.quote(url, `${key}-quote`)
        await caller.execute(url, key, quoteId)
        executed.add(key)
        return true
      } catch (error) {
        return isExpired(error)
      }
    },
    async quote(url, key) {
      const { quote_id } = await sendJson(quotes(url), { ...headers, 'idempotency-key': key }, form)
      return String(quote_id)
    },
    async execute(url, key, quoteId) {
      const keyed = { ...headers, 'idempotency-key': key }
      const { quote_id } = await sendJson(`${quotes(url)}/${quoteId}/execute`, keyed, {})
      return String(quote_id)
    },
  }
  return caller
}
