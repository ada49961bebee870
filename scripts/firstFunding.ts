// `npm run first-funding`: an organization links a bank account, verifies it, collects dollars, converts some
// to a stablecoin in an agent's wallet and lets the agent's card spend others, against a running service, over HTTP only. The days that banks take pass on the organization's own clock.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTarget, TARGET_FLAGS, type Target } from './firstPayment/options.ts'
import { type Call, createCall, type ServiceResponse, StepFailure, textIn } from './firstPayment/serviceClient.ts'
import { play, type Report, step } from './firstPayment/steps.ts'
import { readFlags } from './flags.ts'

const USAGE =
  'npm run first-funding -- [--json] [--within SECONDS] [--data-dir DIR | --base-url URL --org-id ORG --api-key KEY]'
const { values: flags } = readFlags(USAGE, { options: TARGET_FLAGS })
const FUNDED = 25_000
const PRICE = 1_250
const CONVERTED = 10_000
const DELIVERY_MAX_MS = 60_000
const LOOK_EVERY_MS = 100
const DAY_SECONDS = 86_400
/** A weekend and a holiday beside the days of the bank. */
const DAYS_MAX = 10

type Headers = Readonly<Record<string, string>>

interface World {
  readonly call: Call
  readonly target: Target
  readonly owner: Headers
  readonly report: Report
}

await play(
  flags,
  (report) => makeFirstFunding(readTarget(flags), report),
  (seconds) => `Linked, verified, funded, converted, and spent by card, in ${seconds} s.`,
)

async function makeFirstFunding(target: Target, report: Report): Promise<void> {
  const world = { call: createCall(target.base_url), target, owner: { 'x-api-key': target.api_key }, report }
  await synchronize(world)
  const bank = await linkBankAccount(world)
  await verify(world, bank)
  await fund(world, bank)
  const agent = await registerAgent(world)
  await convert(world, agent)
  await readLedger(world, await buy(world, agent))
}

async function synchronize({ call, owner, report }: World): Promise<void> {
  await step(
    report,
    'Treasury: the account holder at the bank, and its financial accounts',
    'POST /api/v2/treasury/account-holders/sync',
    (request) => call(request, { headers: owner, body: {} }),
    ['account_holder', 'financial_accounts'],
  )
}

async function linkBankAccount({ call, owner, report }: World): Promise<string> {
  const body = {
    ...{ routing_number: '021000021', account_number: String(randomInt(10_000_000, 99_999_999)), type: 'CHECKING' },
    ...{ owner: 'Acme Inc', owner_type: 'BUSINESS', name: 'Operations' },
  }
  const linked = await step(
    report,
    'Bank account: linked, not verified yet',
    'POST /api/v2/treasury/external-bank-accounts',
    (request) => call(request, { headers: { ...owner, 'idempotency-key': randomUUID() }, body }),
    ['token', 'last_four', 'verification_state', 'micro_deposit_status'],
  )
  return textIn(linked, 'token')
}

/** Two small amounts are sent, and whoever sees them at the bank has the account. */
async function verify(world: World, bank: string): Promise<void> {
  const { call, owner, report } = world
  await waitOnClock(
    world,
    { name: 'Clock: the banking days until two small amounts are there', path: `external-bank-accounts/${bank}` },
    ({ micro_deposit_status: status }) => status === 'posted',
    ['micro_deposit_status', 'micro_deposits_expire_at', 'attempts_remaining'],
  )
  const seen = await call(`GET /api/v2/treasury/simulate/external-bank-accounts/${bank}/micro-deposits`, {
    headers: owner,
  })
  const { micro_deposits } = seen.body
  await step(
    report,
    'Micro-deposits: both amounts told, the account is verified',
    `POST /api/v2/treasury/external-bank-accounts/${bank}/verify-micro-deposits`,
    (request) => call(request, { headers: owner, body: { micro_deposits } }),
    ['verified', 'verification_state', 'verification_attempts'],
  )
}

async function fund(world: World, bank: string): Promise<void> {
  const { call, owner, report } = world
  const body = { amount_minor: FUNDED, external_bank_account_token: bank }
  const funded = await step(
    report,
    'Funding: a collection over ACH',
    'POST /api/v2/treasury/fund',
    (request) => call(request, { headers: { ...owner, 'idempotency-key': randomUUID() }, body }),
    ['payment_token', 'amount_minor', 'currency', 'status', 'result', 'expected_release_date'],
  )
  await waitOnClock(
    world,
    {
      name: 'Clock: settled, and released after two banking days',
      path: `payments/${textIn(funded, 'payment_token')}`,
    },
    ({ stage }) => stage === 'released',
    ['status', 'stage', 'settled_amount_minor', 'released_amount_minor'],
  )
  await step(
    report,
    'Balance: dollars that cards can spend',
    'GET /api/v2/treasury/balances?type=ISSUING',
    (request) => call(request, { headers: owner }),
    ['totals', 'deficit_amount_minor'],
  )
}

/** Moves the organization's clock day by day; what becomes due happens before the answer comes. */
async function waitOnClock(
  { call, owner, report }: World,
  { name, path }: { readonly name: string; readonly path: string },
  isThere: (body: ServiceResponse['body']) => boolean,
  fields: readonly string[],
): Promise<void> {
  const read = () => call(`GET /api/v2/treasury/${path}`, { headers: owner })
  await step(
    report,
    name,
    'POST /api/v2/test/clock/advance',
    async (request) => {
      for (let days = 0; ; days++) {
        const response = await read()
        if (isThere(response.body)) return response
        if (days === DAYS_MAX) throw new StepFailure(`${path} is ${JSON.stringify(response.body)} after ${days} days`)
        await call(request, { headers: owner, body: { seconds: DAY_SECONDS } })
      }
    },
    fields,
  )
}

interface Agent {
  readonly walletId: string
  readonly headers: Headers
}

/** Cards are for agents that are verified: the business behind them is accepted, and their purpose reviewed. */
async function registerAgent({ call, target, owner, report }: World): Promise<Agent> {
  const body = { name: 'First card holder', capabilities: ['cards', 'wallets'], owner_org_id: target.org_id }
  const registered = await step(
    report,
    'Agent: registered, with a wallet and a mandate',
    'POST /api/v2/auth/agent/register',
    (request) => call(request, { headers: owner, body }),
    ['agent_id', 'wallet_id', 'mandate_id'],
  )
  const agent_id = textIn(registered, 'agent_id')
  await call('POST /api/v2/test/kyb-review', { headers: owner, body: { status: 'accepted' } })
  await step(
    report,
    'Verification: the purpose of the agent is reviewed',
    `POST /api/v2/compliance/kya/${agent_id}/evidence`,
    (request) => call(request, { headers: owner, body: { type: 'purpose_review', comment: 'Buys books.' } }),
    ['level', 'status', 'valid_until'],
  )
  const exchange = { agent_id, api_key: textIn(registered, 'api_key') }
  const token = textIn(await call('POST /api/v2/auth/agent/token', { body: exchange }), 'access_token')
  return { walletId: textIn(registered, 'wallet_id'), headers: { authorization: `Bearer ${token}` } }
}

/** Some of the dollars become a stablecoin in the wallet of the agent, over the chain. */
async function convert({ call, owner, report }: World, { walletId: wallet_id }: Agent): Promise<void> {
  const fields = [
    'quote_id',
    'status',
    'from_amount_minor',
    'fee_minor',
    'to_amount',
    'to_token',
    'to_chain',
    'expires_at',
  ]
  const body = { from_amount_minor: CONVERTED, to_token: 'USDC', to_chain: 'base', wallet_id }
  const quoted = await step(
    report,
    'Conversion: a price, which holds for a minute',
    'POST /api/v2/treasury/conversions/quotes',
    (request) => call(request, { headers: { ...owner, 'idempotency-key': randomUUID() }, body }),
    fields,
  )
  const path = `/api/v2/treasury/conversions/quotes/${textIn(quoted, 'quote_id')}`
  await step(
    report,
    'Conversion: executed, and confirmed by the chain',
    `POST ${path}/execute`,
    async (request) => {
      await call(request, { headers: owner, body: {} })
      for (const deadline = Date.now() + DELIVERY_MAX_MS; ; await sleep(LOOK_EVERY_MS)) {
        const response = await call(`GET ${path}`, { headers: owner })
        if (response.body.delivered_at !== null) return response
        if (response.body.status !== 'executed' || Date.now() > deadline)
          throw new StepFailure(`the conversion was not delivered: ${JSON.stringify(response.body)}`)
      }
    },
    ['status', 'payment_id', 'executed_at', 'delivered_at'],
  )
}

async function buy({ call, report }: World, { walletId, headers }: Agent): Promise<string> {
  const issued = await step(
    report,
    'Card: issued to the agent, with a limit',
    'POST /api/v2/cards',
    (request) => call(request, { headers, body: { wallet_id: walletId, limit_per_tx: 20, limit_daily: 50 } }),
    ['card_id', 'masked_pan', 'exp_month', 'exp_year', 'limit_per_tx', 'status'],
  )
  const cardId = textIn(issued, 'card_id')
  const asked = { amount_minor: PRICE, mcc: '5942', merchant_name: 'Corner Books', merchant_domain: 'books.example' }
  const fields = ['card_transaction_id', 'status', 'result', 'amount_minor', 'cleared_amount_minor', 'merchant_name']
  const authorized = await step(
    report,
    'Purchase: the merchant asks, and every gate has passed',
    `POST /api/v2/cards/${cardId}/simulate/authorize`,
    (request) => call(request, { headers, body: asked }),
    fields,
  )
  if (authorized.body.result !== 'APPROVED')
    throw new StepFailure(`the purchase was declined: ${JSON.stringify(authorized.body)}`)
  const transactionId = textIn(authorized, 'card_transaction_id')
  await step(
    report,
    'Clearing: the merchant takes it',
    `POST /api/v2/cards/${cardId}/simulate/clearing`,
    (request) => call(request, { headers, body: { card_transaction_id: transactionId } }),
    fields,
  )
  return transactionId
}

async function readLedger({ call, owner, report }: World, transactionId: string): Promise<void> {
  const request = 'GET /api/v2/transactions?token=USD&limit=5'
  await step(
    report,
    'Ledger: what was collected and spent, newest first',
    request,
    async () => {
      const { status, body } = await call(request, { headers: owner })
      const rows = body.data as { type: string; status: string; amount: string; card_transaction_id: string | null }[]
      if (rows[0]?.card_transaction_id !== transactionId)
        throw new StepFailure(`the ledger does not begin with the purchase: ${JSON.stringify(rows[0])}`)
      return { status, body: { transactions: rows.map((row) => `${row.type} ${row.status} ${row.amount} USD`) } }
    },
    ['transactions'],
  )
}
