// Every chain of specification 2.9 and the test network beside the service, with every token at its official address.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AbiCoder, Interface } from 'ethers'
import { afterAll, expect, inject, test } from 'vitest'
import { addressOfKey } from '../../scripts/embedded/chainKeys.ts'
import { type Embedded, startEmbedded } from '../../scripts/embedded/index.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'
import { sendAs } from '../../scripts/embedded/sendAs.ts'
import { CHAIN_FACTS, CHAINS, type Chain, type Token } from '../../subgraphs/shared/tokens.ts'

const HOLDER = '0x00000000000000000000000000000000000000b7'
const token = new Interface([
  'function mint(address,uint256)',
  'function balanceOf(address)',
  'function symbol()',
  'function decimals()',
])
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-tokens-'))
const log = { info: () => {}, warn: () => {} }
let embedded: Embedded

const start = () =>
  startEmbedded({ dataDir, chains: CHAINS, blockTimeSeconds: 0.25, mongodbUri: inject('services').mongodbUri, log })
const urlOf = (chain: Chain) => embedded.chains[chain]?.rpcUrl ?? ''
const ask = async (chain: Chain, to: string, method: string, values: unknown[] = []) =>
  String(await callRpc(urlOf(chain), 'eth_call', [{ to, data: token.encodeFunctionData(method, values) }, 'latest']))

const rows = CHAINS.flatMap((chain) =>
  Object.entries(CHAIN_FACTS[chain].tokens).map(([name, { address }]) => ({ chain, name: name as Token, address })),
)

afterAll(async () => {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('every token is at its official address on every chain, minted by the faucet, and still there after a restart', async () => {
  embedded = await start()
  for (const { chain, name, address } of rows) {
    expect(Number(await ask(chain, address, 'decimals'))).toBe(6)
    expect(AbiCoder.defaultAbiCoder().decode(['string'], await ask(chain, address, 'symbol'))).toEqual([name])
    const data = token.encodeFunctionData('mint', [HOLDER, 7n])
    const from = addressOfKey(embedded.keys[chain]?.minterKey ?? '')
    await sendAs({ rpcUrl: urlOf(chain), address }, [{ from, data }])
  }
  await embedded.stop()
  embedded = await start()
  for (const { chain, address } of rows) expect(BigInt(await ask(chain, address, 'balanceOf', [HOLDER]))).toBe(7n)
}, 60_000)
