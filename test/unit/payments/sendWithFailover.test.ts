// Broadcasting while endpoints are slow or dead: a stop in the meantime still applies to what has not been sent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createEvmAdapter } from '../../../subgraphs/payments/chains/evm.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly string[]
}

function openAdapter(deadForMs: number, rpcUrls = ['http://dead.example', 'http://alive.example']) {
  const handed: string[] = []
  const post = async (url: string, body: string): Promise<string> => {
    const calls = JSON.parse(body) as Call[]
    const isSending = calls.some(({ method }) => method === 'eth_sendRawTransaction')
    if (isSending && url.includes('dead')) {
      await sleep(deadForMs)
      throw new Error('timeout')
    }
    for (const { method, params } of calls) if (method === 'eth_sendRawTransaction') handed.push(params[0] ?? '')
    return JSON.stringify(
      calls.map(({ id, method }) => ({ id, result: method === 'eth_chainId' ? '0x2105' : `0x${id}` })),
    )
  }
  return { handed, adapter: createEvmAdapter({ chain: 'base', chainId: 8453, rpcUrls, post }) }
}

test('after a late response the request is rebuilt before it goes to the next endpoint', async () => {
  const { handed, adapter } = openAdapter(400)
  const results = await adapter.sendRaw(['0xa', '0xb'], async () => new Set([0]))
  expect(handed).toEqual(['0xb'])
  expect(results.map(({ kind }) => kind)).toEqual(['unreachable', 'accepted'])
  await adapter.close()
})

test('a stop since the commit was decided is looked for before the first endpoint, too', async () => {
  const { handed, adapter } = openAdapter(0)
  await adapter.sendRaw(['0xa', '0xb'], async () => new Set([0]), performance.now() - 1_000)
  expect(handed).toEqual(['0xb'])
  await adapter.close()
})

test('what a look for stops says is worth nothing once it has taken too long: a stop may have come since', async () => {
  const { handed, adapter } = openAdapter(0, ['http://alive.example'])
  let looks = 0
  const findStopped = async () => {
    looks += 1
    const seen = new Set(looks === 1 ? [] : [0])
    if (looks === 1) await sleep(1_200)
    return seen
  }
  await adapter.sendRaw(['0xa', '0xb'], findStopped, performance.now() - 1_000)
  expect([handed, looks]).toEqual([['0xb'], 2])
  await adapter.close()
})

test('while nobody can say in time what was stopped, nothing is sent', async () => {
  const { handed, adapter } = openAdapter(0, ['http://alive.example'])
  const findStopped = async () => {
    await sleep(1_000)
    return new Set<number>()
  }
  const results = await adapter.sendRaw(['0xa'], findStopped, performance.now() - 1_000)
  expect(handed).toEqual([])
  expect(results).toEqual([{ kind: 'unreachable', attempts: [] }])
  await adapter.close()
})

// Domain 5: one endpoint that hangs must not take its time-out from every transaction of an account.
test('an endpoint that hangs is waited for once; the next transactions go to the other one first', async () => {
  const { handed, adapter } = openAdapter(400)
  await adapter.sendRaw(['0xa'])
  const began = performance.now()
  for (const raw of ['0xb', '0xc', '0xd']) await adapter.sendRaw([raw])
  expect(performance.now() - began).toBeLessThan(400)
  expect(handed).toEqual(['0xa', '0xb', '0xc', '0xd'])
  await adapter.close()
})

test('reads that wait for a slow node keep no transaction waiting behind them', async () => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const calls = JSON.parse(Buffer.concat(parts).toString()) as Call[]
      const answer = JSON.stringify(calls.map(({ id }) => ({ id, result: '0x2105' })))
      setTimeout(() => response.end(answer), calls[0]?.method === 'eth_getBalance' ? 1_000 : 0)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rpcUrls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
  const adapter = createEvmAdapter({ chain: 'base', chainId: 8453, rpcUrls })
  await adapter.minedNonce('0x1')
  const reads = Array.from({ length: 32 }, () => adapter.nativeBalance('0x1'))
  const began = performance.now()
  const [result] = await adapter.sendRaw(['0xa'])
  expect(result?.kind).toBe('accepted')
  expect(performance.now() - began).toBeLessThan(700)
  await Promise.all(reads)
  await adapter.close()
  server.close()
})

test('after an immediate refusal it is not', async () => {
  const { handed, adapter } = openAdapter(0)
  let asked = 0
  await adapter.sendRaw(['0xa', '0xb'], async () => new Set([asked++]))
  expect(asked).toBe(0)
  expect(handed).toEqual(['0xa', '0xb'])
  await adapter.close()
})

test('calls beyond the size of one request are sent in several, each once', async () => {
  const { handed, adapter } = openAdapter(0)
  const raws = Array.from({ length: 120 }, (_, index) => `0x${index.toString(16)}`)
  const results = await adapter.sendRaw(raws)
  expect(handed).toEqual(raws)
  expect(results.every(({ kind }) => kind === 'accepted')).toBe(true)
  await adapter.close()
})

// Specification 7 AllAdaptersExhausted: providers down or limited.
test('a node that refuses for its own reasons is not the last word; what is final on every node is not asked twice', async () => {
  const asked: string[] = []
  const errorsOf: Record<string, string> = { '0xa': 'this provider does not like it', '0xb': 'nonce too low' }
  const post = async (url: string, body: string): Promise<string> =>
    JSON.stringify(
      (JSON.parse(body) as Call[]).map(({ id, method, params: [raw = ''] }) => {
        if (method === 'eth_chainId') return { id, result: '0x2105' }
        asked.push(`${new URL(url).host} ${raw}`)
        const message = url.includes('strict') ? errorsOf[raw] : undefined
        return message === undefined ? { id, result: '0x1' } : { id, error: { code: -32000, message } }
      }),
    )
  const rpcUrls = ['http://strict.example', 'http://other.example']
  const adapter = createEvmAdapter({ chain: 'base', chainId: 8453, rpcUrls, post })
  const [refused, used] = await adapter.sendRaw(['0xa', '0xb'])
  expect(refused).toMatchObject({
    kind: 'accepted',
    attempts: [{ adapter: 'strict.example', error: 'this provider does not like it' }],
  })
  expect(used?.kind).toBe('nonceTooLow')
  expect(asked).toEqual(['strict.example 0xa', 'strict.example 0xb', 'other.example 0xa'])
  await adapter.close()
})

test.each([
  ['insufficient funds for gas * price + value', 'unfunded'],
  ['transaction underpriced', 'underpriced'],
] as const)(
  'one endpoint says %s: the next may know of more, and one that is down says nothing',
  async (message, kind) => {
    let isDown = false
    const post = async (url: string, body: string): Promise<string> =>
      JSON.stringify(
        (JSON.parse(body) as Call[]).map(({ id, method }) => {
          if (method === 'eth_chainId') return { id, result: '0x2105' }
          if (url.includes('behind')) return { id, error: { code: -32000, message } }
          return isDown ? { id, error: { code: -32000, message: 'overloaded' } } : { id, result: '0x1' }
        }),
      )
    const rpcUrls = ['http://behind.example', 'http://other.example']
    const adapter = createEvmAdapter({ chain: 'base', chainId: 8453, rpcUrls, post })
    expect(await adapter.sendRaw(['0xa'])).toMatchObject([
      { kind: 'accepted', attempts: [{ adapter: 'behind.example' }] },
    ])
    isDown = true
    expect(await adapter.sendRaw(['0xa'])).toMatchObject([{ kind }])
    await adapter.close()
  },
)
