/**
 * The HTTP callers, in a process of their own so that their CPU time is not counted as the service's. Each caller keeps
 * one connection open, as an agent's HTTP client does. Replies to each order of the parent process with its result.
 */
import { type Dispatcher, Pool } from 'undici'
import { type LoadResult, type LoadShape, runClosedLoop } from './measure.ts'

/** The first message. */
export interface CallersSetup {
  readonly url: string
  readonly payers: readonly { readonly agentId: string; readonly walletId: string; readonly token: string }[]
  readonly to: string
}

export interface CallersOrder {
  readonly shape: LoadShape
  readonly seconds: number
}

let setup: CallersSetup | null = null

process.on('message', (message: CallersSetup | CallersOrder) => {
  if ('url' in message) setup = message
  else if (setup !== null)
    runOrder(setup, message).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
})
process.on('disconnect', () => process.exit(0))

async function runOrder(callers: CallersSetup, { shape, seconds }: CallersOrder): Promise<void> {
  const pool = new Pool(callers.url, { connections: shape.callers, pipelining: 1 })
  const target = { name: 'HTTP', accept: payThrough(pool, callers) }
  // Opens the connections before anything is measured.
  await runClosedLoop(target, shape, 0.2)
  const result: LoadResult = await runClosedLoop(target, shape, seconds)
  await pool.close()
  process.send?.(result)
}

function payThrough(pool: Pool, { payers, to }: CallersSetup) {
  return async ({ sequence, wallet }: { sequence: number; wallet: number }): Promise<void> => {
    const payer = payers[wallet] as CallersSetup['payers'][number]
    const { status, text } = await send(pool, {
      method: 'POST',
      path: '/api/v2/payments',
      headers: {
        authorization: `Bearer ${payer.token}`,
        'content-type': 'application/json',
        'x-agent-id': payer.agentId,
        'idempotency-key': `bench-${process.pid}-${String(sequence).padStart(24, '0')}`,
      },
      body: JSON.stringify({
        wallet_id: payer.walletId,
        to,
        amount: '0.01',
        token: 'USDC',
        chain: 'base',
        purpose: 'bench',
      }),
    })
    if (status !== 201) throw new Error(`status ${status}: ${text}`)
  }
}

/** Without a stream for each response: what the callers use of the machine is not what is measured. */
function send(pool: Pool, request: Dispatcher.DispatchOptions): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let status = 0
    let text = ''
    pool.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_controller, statusCode) {
        status = statusCode
      },
      onResponseData(_controller, chunk) {
        text += chunk.toString()
      },
      onResponseEnd: () => resolve({ status, text }),
      onResponseError: (_controller, error) => reject(error),
    })
  })
}
