// Domain 9.5: how long a challenge lasts, whom and what it is for, and who may sign for an address.
import { concat, hashMessage, Interface, Wallet, zeroPadBytes } from 'ethers'
import { expect, test } from 'vitest'
import { ChainUnavailable } from '../../../subgraphs/payments/chains/chainAdapter.ts'
import { createOwnership } from '../../../subgraphs/payments/services/ownership.ts'
import { provisionWallet } from '../../../subgraphs/payments/services/provisionWallet.ts'
import type { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { OrganizationPrincipal } from '../../../subgraphs/shared/principal.ts'

const ISSUED = Date.parse('2026-03-01T12:00:00.000Z')
const CONTRACT = '0x00000000000000000000000000000000000c0de1'
const owner = new Wallet(`0x${'7'.repeat(64)}`)

interface Options {
  readonly masterKey?: Uint8Array
  readonly code?: string
  readonly call?: (data: string, gas: number) => string | null
  readonly isDown?: boolean
}

function open({
  masterKey = new Uint8Array(32).fill(3),
  code = '0x',
  call = () => null,
  isDown = false,
}: Options = {}) {
  let now = ISSUED
  const chains = { test: new Set(['base', 'polygon'] as const), live: new Set(['base'] as const) }
  const down = async () => {
    throw new ChainUnavailable('no endpoint answers')
  }
  const adapter = isDown
    ? { code: down, call: down }
    : { code: async () => code, call: async ({ data }: { data: string }, gas: number) => call(data, gas) }
  const ownership = createOwnership({
    ...{ masterKey, baseUrl: 'https://pay.example', chains, clock: { now: () => new Date(now) } },
    screener: {
      screen: async () => ({ checks: [], revision: 0, screeningId: null }),
      screenRecord: async () => ({ checks: [], revision: 0 }),
      check: () => [],
      refresh: () => undefined,
      isOutdated: () => false,
      versions: () => [],
      inForce: async () => [],
      versionsAt: async () => [],
      sanctioned: () => [],
    },
    commit: null as never,
    adapterOf: () => adapter,
  })
  return {
    ...ownership,
    at(ms: number) {
      now = ISSUED + ms
    },
  }
}

const caller = (orgId = 'org_1', mode = 'test') => ({ kind: 'organization', orgId, mode }) as OrganizationPrincipal
const scope = { orgId: 'org_1', mode: 'test' } as const

async function proofOf(service: ReturnType<typeof open>, address = owner.address, chain = 'base') {
  const { nonce, message } = await service.challenge(caller(), { address, chain })
  return { input: { address, chain, proof: { nonce, signature: await owner.signMessage(message) } }, message }
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: DomainError) => (error.details?.fields as { code: string }[] | undefined)?.[0]?.code ?? error.type ?? error,
  )

test('a challenge is good for five minutes, to the millisecond, and not before it was issued', async () => {
  const service = open()
  const { input } = await proofOf(service)
  for (const [ms, outcome] of [
    [0, null],
    [299_999, null],
    [300_000, 'challenge_expired'],
    [86_400_000, 'challenge_expired'],
    [-5_001, 'challenge_expired'],
  ] as const) {
    service.at(ms)
    expect(await refusal(service.verify(scope, input)), `${ms}`).toBe(outcome)
  }
})

test('it is for one organization, mode, address and chain, and for one master key', async () => {
  const service = open()
  const { input } = await proofOf(service)
  expect(await service.verify(scope, input)).toEqual({
    ...{ address: owner.address, chain: 'base', nonce: input.proof.nonce, isContract: false },
    challengedAt: new Date(ISSUED),
  })
  const others = [
    service.verify({ ...scope, orgId: 'org_2' }, input),
    service.verify({ ...scope, mode: 'live' }, input),
    service.verify(scope, { ...input, chain: 'polygon' }),
    service.verify(scope, { ...input, address: Wallet.createRandom().address }),
    open({ masterKey: new Uint8Array(32).fill(4) }).verify(scope, input),
  ]
  for (const other of others) expect(await refusal(other)).toBe('unknown_challenge')
})

test('an address may be written in lower case', async () => {
  const service = open()
  const { input } = await proofOf(service, owner.address.toLowerCase())
  expect((await service.verify(scope, input)).address).toBe(owner.address)
})

test('two challenges of one moment differ', async () => {
  const service = open()
  const ask = () => service.challenge(caller(), { address: owner.address, chain: 'base' })
  expect((await ask()).nonce).not.toBe((await ask()).nonce)
})

test('a key signs for its address even while the chain is down; a contract needs the chain', async () => {
  const down = open({ isDown: true })
  const { input } = await proofOf(down)
  expect((await down.verify(scope, input)).isContract).toBe(false)
  const { input: contract } = await proofOf(down, CONTRACT)
  expect(await refusal(down.verify(scope, contract))).toBe('service_unavailable')
})

test('ERC-1271: the contract is asked about the digest and the signature, and must return the selector', async () => {
  const erc1271 = new Interface(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
  const asked: string[] = []
  const yes = zeroPadBytes('0x1626ba7e', 32)
  const answers: Record<string, string | null> = {
    yes,
    no: zeroPadBytes('0xffffffff', 32),
    reverts: null,
    nothing: '0x',
    short: '0x1626ba7e',
    long: concat([yes, yes]),
  }
  const outcomes: Record<string, unknown> = {}
  for (const [name, answer] of Object.entries(answers)) {
    const service = open({
      code: '0x6000',
      call: (data) => {
        asked.push(data)
        return answer
      },
    })
    const { input, message } = await proofOf(service, CONTRACT)
    outcomes[name] = (await refusal(service.verify(scope, input))) ?? 'taken'
    expect(asked.at(-1)).toBe(
      erc1271.encodeFunctionData('isValidSignature', [hashMessage(message), input.proof.signature]),
    )
  }
  const mismatch = 'signature_mismatch'
  const refused = { no: mismatch, reverts: mismatch, nothing: mismatch, short: mismatch, long: mismatch }
  expect(outcomes).toEqual({ yes: 'taken', ...refused })
  const nothingThere = open()
  const { input } = await proofOf(nothingThere, CONTRACT)
  expect(await refusal(nothingThere.verify(scope, input))).toBe(mismatch)
})

test('a contract that is asked for a signature may use little of its node', async () => {
  const asked: number[] = []
  const call = (_data: string, gas: number) => {
    asked.push(gas)
    return null
  }
  const service = open({ code: '0x60', call })
  const { nonce } = await service.challenge(caller(), { address: CONTRACT, chain: 'base' })
  const input = { address: CONTRACT, chain: 'base', proof: { nonce, signature: '0x1234' } }
  expect(await refusal(service.verify(scope, input))).toBe('signature_mismatch')
  // Far below a block, which is what a node would give without being told.
  expect(asked).toEqual([3_000_000])
})

test('an address that comes to a list while its proof is verified is asked for in the commit, too', async () => {
  const screened: { readonly addresses?: readonly string[] }[] = []
  const seen = {
    proven: { address: owner.address, chain: 'base', nonce: 'n', challengedAt: new Date(), isContract: false },
  }
  const rows = { findOne: async () => null, find: () => ({ toArray: async () => [] }) }
  const deps = {
    newId: () => 'wal_1',
    database: { collection: () => rows },
    agents: { findNamedOwners: async () => [{ names: ['Acme'], subjectType: 'organization', subjectId: 'org_1' }] },
    records: {
      prepare: async (record: (typeof screened)[number]) => {
        screened.push(record)
        return { reads: () => ({ guard: [] }), decide: () => ({ kind: 'done', answer: null, writes: {} }) }
      },
    },
    ownership: { verify: async () => seen.proven },
  } as never
  const given = { address: owner.address, chain: 'base', proof: { nonce: 'n', signature: '0x' } }
  await provisionWallet(deps, { ...scope, agentId: 'agt_1', name: 'its own', existingWallet: given })
  expect(screened).toMatchObject([{ addresses: [owner.address] }])
})
