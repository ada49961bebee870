/**
 * A local server that answers as the published API of Lithic does: account holders, financial accounts, external bank
 * accounts and payments with their events, as far as the service asks for them. It refuses what the documents of that API do not
 * know. What happens to payments is told by whoever has started it.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { undocumented } from './lithicRequests.ts'

type Body = Record<string, unknown>

/** How it treats writes: as it should; refuses all, what goes out, or the second amount of a round; takes them and hangs up; or fails before it takes them. And all, without a key. */
type Manner =
  | 'well'
  | 'refuses'
  | 'refuses what goes out'
  | 'refuses the second amount'
  | 'takes and hangs up'
  | 'fails'
  | 'knows no key of ours'

interface LithicPayment extends Body {
  readonly token: string
  readonly user_defined_id: string
  readonly amount: number
  readonly type: string
  status: string
  created: string
  readonly events: Body[]
  readonly method_attributes: Body
}

export interface LithicServer {
  readonly url: string
  readonly apiKey: string
  readonly payments: ReadonlyMap<string, LithicPayment>
  readonly bankAccounts: ReadonlyMap<string, Body>
  /** Bodies of all requests that came, as text. */
  readonly heard: readonly { readonly request: string; readonly body: string }[]
  /** Requests that its documents do not allow, with the reason. */
  readonly undocumented: readonly string[]
  /** @returns those so far, which are meant */
  forget(): readonly string[]
  manner: Manner
  /** Enrols an organization, as its operator does. @returns its account token */
  enrol(externalId: string, holder?: Body): string
  /** The bank decides about the holder of this organization. */
  review(externalId: string, status: string): void
  /** The next time it is asked for a holder it answers as of then, and only when it is released. */
  holdBack(): { readonly asked: Promise<void>; release(): void }
  /** Something happens to the payment of this reference. */
  report(
    reference: string,
    type: string,
    more?: { at?: Date; result?: string; returnCode?: string; trace?: string },
  ): void
  paymentOf(reference: string): LithicPayment | undefined
  /** It listens no more; `start` goes on with what it knows. */
  stop(): Promise<void>
  start(): Promise<void>
}

const HANDLED_AT = { ACH_ORIGINATION_SETTLED: 'SETTLED', ACH_RETURN_PROCESSED: 'RETURNED' } as const

export async function startLithicServer(): Promise<LithicServer> {
  const apiKey = randomUUID()
  const holders: Body[] = []
  const accounts: Body[] = []
  const bankAccounts = new Map<string, Body>()
  const payments = new Map<string, LithicPayment>()
  const heard: { request: string; body: string }[] = []
  const unknown: string[] = []
  const now = () => new Date().toISOString()
  const paymentOf = (reference: string) => [...payments.values()].find((one) => one.user_defined_id === reference)

  function answer(request: string, query: URLSearchParams, body: Body): [number, Body] {
    const [method, path] = request.split(' ') as [string, string]
    const list = (data: readonly unknown[]): [number, Body] => [200, { data, has_more: false }]
    const problem = undocumented(method, path, query, body)
    if (problem !== null) {
      unknown.push(`${request}: ${problem}`)
      return refusal(400, problem)
    }
    if (request === 'GET /v1/account_holders')
      return list(holders.filter((one) => one.external_id === query.get('external_id')))
    if (request === 'GET /v1/financial_accounts')
      return list(accounts.filter((one) => one.account_token === query.get('account_token')))
    if (request === 'GET /v1/external_bank_accounts')
      return list([...bankAccounts.values()].filter((one) => one.account_token === query.get('account_token')))
    if (request === 'GET /v1/payments')
      return list(
        [...payments.values()].filter(
          ({ financial_account_token, created }) =>
            financial_account_token === query.get('financial_account_token') && created >= (query.get('begin') ?? ''),
        ),
      )
    const known = payments.get(path.split('/')[3] ?? '')
    if (method === 'GET') return known === undefined ? refusal(404, 'Payment not found.') : [200, known]
    if (server.manner === 'fails') return refusal(500, 'Internal error.')
    const isRefused =
      server.manner === 'refuses' ||
      (server.manner === 'refuses what goes out' && body.type === 'PAYMENT') ||
      (server.manner === 'refuses the second amount' && String(body.user_defined_id).endsWith('.second'))
    if (isRefused) return refusal(400, 'The account cannot be used.')
    if (request === 'POST /v1/external_bank_accounts') return [200, linked(body)]
    if (request === 'POST /v1/payments') return originated(body)
    return refusal(404, 'No such resource.')
  }

  function linked({ account_number: number, ...told }: Body): Body {
    const row = {
      ...told,
      ...{ token: randomUUID(), last_four: String(number).slice(-4), created: now(), state: 'ENABLED' },
      ...{ verification_attempts: 0, verification_state: 'ENABLED' },
    }
    bankAccounts.set(row.token, row)
    return row
  }

  function originated(body: Body): [number, Body] {
    const token = String(body.token)
    const known = payments.get(token)
    if (known !== undefined) return [200, known]
    if (!bankAccounts.has(String(body.external_bank_account_token)))
      return refusal(404, 'External bank account not found.')
    const event = { token: randomUUID(), amount: body.amount, created: now(), result: 'APPROVED' }
    const payment = {
      ...{ ...body, token, family: 'PAYMENT', category: 'ACH', created: now(), updated: now(), descriptor: '' },
      ...{ direction: body.type === 'COLLECTION' ? 'DEBIT' : 'CREDIT', result: 'APPROVED', status: 'PENDING' },
      ...{ pending_amount: body.amount, settled_amount: 0, source: 'CUSTOMER', related_account_tokens: null },
      method_attributes: { ...(body.method_attributes as Body), return_reason_code: null, trace_numbers: [] },
      events: [{ ...event, type: 'ACH_ORIGINATION_INITIATED', detailed_results: ['APPROVED'], external_id: null }],
    } as unknown as LithicPayment
    payments.set(token, payment)
    return [200, payment]
  }

  const http = createServer((request, response) => void handle(request, response))
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += chunk
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lithic.test')
    const asked = `${request.method} ${pathname}`
    heard.push({ request: asked, body: text })
    const isKnown = request.headers.authorization === apiKey && server.manner !== 'knows no key of ours'
    const [status, body] = isKnown
      ? answer(asked, searchParams, text === '' ? {} : (JSON.parse(text) as Body))
      : refusal(401, 'Please provide a valid API key.')
    const told = JSON.stringify(body)
    await waitFor(asked)
    if (server.manner === 'takes and hangs up' && request.method === 'POST') return void response.destroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(told)
  }

  let heldBack: { readonly asked: () => void; readonly released: Promise<void> } | null = null
  async function waitFor(request: string): Promise<void> {
    if (request !== 'GET /v1/account_holders' || heldBack === null) return
    const { asked, released } = heldBack
    heldBack = null
    asked()
    await released
  }

  let port = 0
  const server: LithicServer = {
    ...{ apiKey, payments, bankAccounts, heard, undocumented: unknown, manner: 'well', paymentOf },
    forget: () => unknown.splice(0),
    get url() {
      return `http://127.0.0.1:${port}`
    },
    enrol(externalId, holder = {}) {
      const account_token = randomUUID()
      holders.push({
        ...{ token: randomUUID(), account_token, external_id: externalId, user_type: 'BUSINESS', created: now() },
        ...{ status: 'ACCEPTED', status_reasons: [], ...holder },
      })
      for (const type of ['ISSUING', 'OPERATING', 'RESERVE', 'SECURITY'])
        accounts.push({
          ...{ token: randomUUID(), account_token, type, status: 'OPEN', nickname: `${type} of Lithic` },
          ...{ created: now(), updated: now(), is_for_benefit_of: true, substatus: null, credit_configuration: null },
        })
      return account_token
    },
    review(externalId, status) {
      const holder = holders.find((one) => one.external_id === externalId)
      if (holder === undefined) throw new Error(`the bank has no holder ${externalId}`)
      holder.status = status
    },
    holdBack() {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      heldBack = { asked: asked.resolve, released: released.promise }
      return { asked: asked.promise, release: released.resolve }
    },
    report(reference, type, { at = new Date(), result = 'APPROVED', returnCode, trace } = {}) {
      const payment = paymentOf(reference)
      if (payment === undefined) throw new Error(`the bank has no payment ${reference}`)
      payment.events.push({
        ...{ token: randomUUID(), type, result, amount: payment.amount, created: at.toISOString() },
        ...{ detailed_results: [result], external_id: trace ?? null },
      })
      if (returnCode !== undefined) payment.method_attributes.return_reason_code = returnCode
      payment.status = HANDLED_AT[type as keyof typeof HANDLED_AT] ?? payment.status
    },
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
    async start() {
      await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
      port = (http.address() as AddressInfo).port
    },
  }
  await server.start()
  return server
}

const refusal = (status: number, message: string): [number, Body] => [
  status,
  { message, debugging_request_id: randomUUID() },
]
