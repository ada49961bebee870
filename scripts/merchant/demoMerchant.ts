/**
 * The small merchant of `npm start`, in the registry of the demo organization: its products come from its own feed, it hears of
 * its orders by webhook, and signs what it tells of them. It is the same merchant after every restart.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHAINS } from '../../subgraphs/shared/tokens.ts'
import { createCall, type ServiceResponse, textIn } from '../firstPayment/serviceClient.ts'
import { BOOK, type SmallMerchant, startSmallMerchant } from './smallMerchant.ts'

const DOMAIN = 'small-merchant.example'
const EVENTS = ['checkout.completed']

interface Kept {
  readonly payout_address: string
  readonly hears: string
  readonly tells?: string
  readonly merchant_id?: string
  readonly webhook_id?: string
}

export interface DemoMerchant extends SmallMerchant {
  /** With every start, because its address is another one. @returns its id */
  register(service: { readonly url: string; readonly apiKey: string }): Promise<string>
}

/** @param asks signs questions about charges */
export async function startDemoMerchant(dataDir: string, asks: string): Promise<DemoMerchant> {
  const path = join(dataDir, 'merchant.json')
  let kept: Kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : newMerchant()
  const keep = (more: Partial<Kept>) => {
    kept = { ...kept, ...more }
    writeFileSync(path, JSON.stringify(kept, null, 2), { mode: 0o600 })
  }
  keep({})
  const { hears, payout_address: address } = kept
  const merchant = await startSmallMerchant({ asks, hears, products: [BOOK] })
  return {
    ...merchant,
    async register({ url, apiKey }) {
      const call = createCall(url)
      const send = (request: string, body: object, more: object = {}): Promise<ServiceResponse> =>
        call(request, { headers: { 'x-api-key': apiKey, ...more }, body })
      // The same also where it is not known any more that it was made.
      const made = () => send('POST /api/v2/merchants', formOf(address), { 'idempotency-key': DOMAIN })
      const merchant_id = kept.merchant_id ?? textIn(await made(), 'merchant_id')
      keep({ merchant_id })
      const at = `/api/v2/merchants/${merchant_id}`
      const tells = kept.tells ?? textIn(await send(`POST ${at}/webhook-secret`, {}), 'secret')
      keep({ tells })
      merchant.openFor({ url, tells })
      await send(`PUT ${at}/product-feed/import`, { url: merchant.feedUrl })
      const endpoint = { url: merchant.ordersUrl, events: EVENTS, merchant_id }
      if (kept.webhook_id !== undefined) await send(`PATCH /api/v2/webhooks/${kept.webhook_id}`, endpoint)
      else {
        const webhook = await send('POST /api/v2/webhooks', { ...endpoint, secret: hears, format: 'acp' })
        keep({ webhook_id: textIn(webhook, 'webhook_id') })
      }
      return merchant_id
    },
  }
}

const newMerchant = (): Kept => ({
  payout_address: `0x${randomBytes(20).toString('hex')}`,
  hears: randomBytes(24).toString('base64url'),
})

const formOf = (address: string) => ({
  ...{ name: 'Small Merchant', legal_name: 'Small Merchant Ltd', domain: DOMAIN, mcc: '5942', country: 'US' },
  payout_addresses: CHAINS.map((chain) => ({ chain, address })),
})
