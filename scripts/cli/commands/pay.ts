/** Pays, and waits until the chain has confirmed it. The same --idempotency-key never pays twice. */
import { randomUUID } from 'node:crypto'
import type { Client, Fields } from '../client.ts'
import { command } from '../command.ts'
import { CommandFailure, EXIT, Refused, wrongUsage } from '../failure.ts'
import { formatFacts, pick } from '../printer.ts'
import { requireConsent } from '../terminal.ts'
import { findPayer } from '../wallets.ts'

const SHOWN = ['payment_id', 'status', 'stage', 'amount', 'token', 'chain', 'to', 'merchant', 'tx_hash', 'approval_id']
/** One request waits at most so long. */
const WAIT_SECONDS = 20

interface Payment extends Fields {
  readonly payment_id: string
  readonly status: 'pending' | 'completed' | 'failed'
  readonly approval_id?: string | null
}

export const pay = command({
  name: 'pay',
  args: ['TO', 'AMOUNT'],
  summary: 'Pay a merchant or an address from a wallet, under its mandate.',
  options: {
    wallet: { type: 'string', value: 'WALLET', help: "the paying wallet; default: the stored one, or the agent's own" },
    token: { type: 'string', value: 'TOKEN', default: 'USDC', help: 'the token of the amount; default: USDC' },
    chain: { type: 'string', value: 'CHAIN', help: 'default: base, or the first with enough of the token' },
    purpose: { type: 'string', help: 'a memo' },
    approval: { type: 'string', value: 'APPROVAL', help: 'an approval that was given for this very payment' },
    'idempotency-key': { type: 'string', value: 'KEY', help: 'to send a payment again of which no answer has come' },
    wait: { type: 'string', value: 'SECONDS', default: '60', help: 'how long to wait for its end; default: 60' },
    yes: { type: 'boolean', help: 'pay with a live key without a question' },
  },
  async run({ args: [to = '', amount = ''], flags, printer, session }) {
    const { client, whoAmI } = session()
    const seconds = Number(flags.wait)
    if (!Number.isInteger(seconds) || seconds < 0) throw wrongUsage('--wait is a number of whole seconds.')
    const { mode } = await whoAmI()
    const { walletId, agentId } = await findPayer(session(), flags.wallet)
    if (mode === 'live') await requireConsent(`Pay ${amount} ${flags.token} to ${to} from ${walletId}?`, flags.yes)
    const key = flags['idempotency-key'] ?? randomUUID()
    const { token, chain, purpose, approval: approval_id } = flags
    const body = { wallet_id: walletId, to, amount, token, chain, purpose, approval_id }
    const headers = { 'x-agent-id': agentId, 'idempotency-key': key }
    const made = await client
      .call<Payment>('POST /api/v2/payments', { body, headers })
      .catch((error: unknown) => Promise.reject(withKey(error, key)))
    const isParked = made.status === 202
    const waited = isParked
      ? made.body
      : await printer.waiting('Waiting for the chain', untilEnded(client, made.body, seconds))
    printer.result(waited, () => formatFacts(pick(waited, SHOWN)))
    if (isParked) printer.note(`A person decides: approval ${waited.approval_id}. Nothing is paid before.`)
    else if (waited.status === 'pending') printer.note('It is under way; the payment goes on without this command.')
    if (waited.status !== 'failed') return
    printer.note(`Failed: ${waited.failure_message} (${waited.failure_code})`)
    process.exitCode = EXIT.failed
  },
})

async function untilEnded(client: Client, payment: Payment, seconds: number): Promise<Payment> {
  let left = seconds
  let now = payment
  while (now.status === 'pending' && left > 0) {
    const wait = String(Math.min(left, WAIT_SECONDS))
    left -= WAIT_SECONDS
    now = (await client.call<Payment>(`GET /api/v2/payments/${now.payment_id}`, { query: { wait } })).body
  }
  return now
}

/** Where it may have been done: 4XX says that it was not. */
function withKey(error: unknown, key: string): unknown {
  const isOpen = error instanceof CommandFailure && !(error instanceof Refused && error.status < 500)
  if (!isOpen) return error
  const again = `It may have been made. Send it again with --idempotency-key ${key}: it is made once.`
  return error instanceof Refused
    ? new Refused(error.status, { ...error.error, message: `${error.message} ${again}` })
    : new CommandFailure(error.kind, `${error.message}\n${again}`)
}
