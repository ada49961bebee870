/**
 * The callers of the HTTP figures, in a process of their own: their processor time is not the service's. One connection
 * a caller, kept open, as an agent's HTTP client does. Answers each order of its parent with what it saw.
 */
import { Pool } from 'undici'
import { type Cell, callInTurn, type Seen } from './measure.ts'

/** Sent once, first. */
export interface CallersSetup {
  readonly url: string
  readonly payers: readonly { readonly agentId: string; readonly walletId: string; readonly token: string }[]
  readonly to: string
}

export interface CallersOrder {
  readonly cell: Cell
  readonly seconds: number
}

let setup: CallersSetup | null = null

process.on('message', (message: CallersSetup | CallersOrder) => {
  if ('url' in message) setup = message
  else if (setup !== null)
    obey(setup, message).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
})
process.on('disconnect', () => process.exit(0))

async function obey(given: CallersSetup, { cell, seconds }: CallersOrder): Promise<void> {
  const pool = new Pool(given.url, { connections: cell.callers, pipelining: 1 })
  const lane = { name: 'HTTP', accept: payThrough(pool, given) }
  // Connections are made before the clock runs.
  await callInTurn(lane, cell, 0.2)
  const seen: Seen = await callInTurn(lane, cell, seconds)
  await pool.close()
  process.send?.(seen)
}

function payThrough(pool: Pool, { payers, to }: CallersSetup) {
  return async ({ sequence, wallet }: { sequence: number; wallet: number }): Promise<void> => {
    const payer = payers[wallet] as CallersSetup['payers'][number]
    const { statusCode, body } = await pool.request({
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
    const text = await body.text()
    if (statusCode !== 201) throw new Error(`answered ${statusCode}: ${text}`)
  }
}
