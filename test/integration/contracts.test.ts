// The contracts of this repository on a real node: the stand-ins for USDT and PYUSD behave as chain.md 3.1 says the real
// ones do, and the batch relayer (reliability 3.4) pays what was signed and nothing else, whatever one of its items does.
import { randomBytes } from 'node:crypto'
import {
  Contract,
  Interface,
  type InterfaceAbi,
  JsonRpcProvider,
  Network,
  Signature,
  TypedDataEncoder,
  Wallet,
} from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContractArtifact } from '../../scripts/contracts/compile.ts'
import { type ChainNode, startChain } from '../../scripts/embedded/chain.ts'
import { fundNative } from '../../scripts/embedded/chainKeys.ts'
import { deployTokens, tokenOn } from '../../scripts/embedded/embeddedChains.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'
import { TRANSFER_TYPES } from '../../subgraphs/payments/chains/eip3009.ts'

const [PYUSD, USDT, USDC] = [tokenOn('ethereum', 'PYUSD'), tokenOn('ethereum', 'USDT'), tokenOn('ethereum', 'USDC')]
const RELAYER = '0x00000000000000000000000000000000ba7c4e55'
const newWallet = () => new Wallet(`0x${randomBytes(32).toString('hex')}`)
const minter = newWallet()
const payer = newWallet()
const admin = newWallet()
const abiOf = (name: Parameters<typeof readContractArtifact>[0]) => readContractArtifact(name).abi as InterfaceAbi
const relayerInterface = new Interface(abiOf('BatchRelayer'))
let node: ChainNode
let provider: JsonRpcProvider

beforeAll(async () => {
  const log = { info: () => {}, warn: () => {} }
  node = await startChain({ name: 'ethereum', chainId: 1, blockTimeSeconds: 0.25, log })
  const { rpcUrl } = node
  const [adminAddress, minterAddress] = [admin.address, minter.address]
  await deployTokens({ rpcUrl, chain: 'ethereum', adminAddress, minterAddress })
  await callRpc(rpcUrl, 'anvil_setCode', [RELAYER, readContractArtifact('BatchRelayer').deployedBytecode])
  await fundNative(rpcUrl, [minterAddress, payer.address])
  const network = new Network('ethereum', 1)
  provider = new JsonRpcProvider(rpcUrl, network, { staticNetwork: network, cacheTimeout: -1, pollingInterval: 50 })
}, 30_000)

afterAll(async () => {
  provider.destroy()
  await node.stop()
})

const at = (address: string, name: Parameters<typeof readContractArtifact>[0], signer: Wallet) =>
  new Contract(address, abiOf(name), signer.connect(provider))

async function send(contract: Contract, method: string, ...values: unknown[]) {
  const sent = await contract.getFunction(method).send(...values)
  return sent.wait()
}

const mint = (token: { address: string }, to: string, value: bigint) =>
  send(at(token.address, 'PyusdToken', minter), 'mint', to, value)

const balance = (token: { address: string }, owner: string): Promise<bigint> =>
  at(token.address, 'PyusdToken', payer).getFunction('balanceOf').staticCall(owner)

describe('USDT', () => {
  const usdt = () => at(USDT.address, 'UsdtToken', payer)

  it('moves money without returning anything, with 6 decimals and a log of the transfer', async () => {
    const to = newWallet().address
    await mint(USDT, payer.address, 5_000_000n)
    const data = usdt().interface.encodeFunctionData('transfer', [to, 2_000_000n])
    expect(await callRpc(node.rpcUrl, 'eth_call', [{ from: payer.address, to: USDT.address, data }, 'latest'])).toBe(
      '0x',
    )
    const receipt = await send(usdt(), 'transfer', to, 2_000_000n)
    expect(receipt?.logs).toHaveLength(1)
    expect(await balance(USDT, to)).toBe(2_000_000n)
    expect(await usdt().getFunction('decimals').staticCall()).toBe(6n)
  })

  it('refuses more than there is, a changed approval, and a mint by anybody else', async () => {
    const { address } = newWallet()
    await expect(
      usdt()
        .getFunction('transfer')
        .staticCall(address, 10n ** 15n),
    ).rejects.toThrow('exceeds balance')
    await send(usdt(), 'approve', address, 1n)
    await expect(usdt().getFunction('approve').staticCall(address, 2n)).rejects.toThrow('to zero first')
    await expect(usdt().getFunction('mint').staticCall(address, 1n)).rejects.toThrow('caller is not the owner')
    await expect(usdt().getFunction('setOwner').staticCall(address)).rejects.toThrow('caller is not the owner')
  })
})

describe('PYUSD', () => {
  const pyusd = (signer = minter) => at(PYUSD.address, 'PyusdToken', signer)

  it('signs under its own EIP-712 domain and pays an authorization once', async () => {
    expect(await pyusd().getFunction('DOMAIN_SEPARATOR').staticCall()).toBe(
      TypedDataEncoder.hashDomain(domainOf(PYUSD)),
    )
    await mint(PYUSD, payer.address, 9_000_000n)
    const item = await signed(PYUSD, { value: 4_000_000n })
    const { token: _, ...values } = item
    const method = pyusd().getFunction('transferWithAuthorization')
    await (await method.send(...Object.values(values))).wait()
    expect(await balance(PYUSD, item.to)).toBe(4_000_000n)
    await expect(method.staticCall(...Object.values(values))).rejects.toThrow('authorization is used or canceled')
  })

  it('refuses an authorization that was changed, has expired, or was signed by somebody else', async () => {
    const { token: _, ...values } = await signed(PYUSD, { value: 1_000_000n })
    const method = pyusd().getFunction('transferWithAuthorization')
    const refused = (change: object, reason: string) =>
      expect(method.staticCall(...Object.values({ ...values, ...change }))).rejects.toThrow(reason)
    await refused({ value: 2_000_000n }, 'invalid signature')
    await refused({ to: minter.address }, 'invalid signature')
    await refused({ from: minter.address }, 'invalid signature')
    await refused({ v: 27 + 28 - values.v, s: otherForm(values.s) }, 'invalid signature')
    await refused({ validBefore: 1n }, 'authorization is expired')
  })
})

describe('the batch relayer', () => {
  const relayer = () => at(RELAYER, 'BatchRelayer', minter)

  it('pays many authorizations in one transaction, and each failing one fails alone', async () => {
    await mint(PYUSD, payer.address, 50_000_000n)
    await mint(USDC, payer.address, 50_000_000n)
    await placeAt(HUNGRY, '0x5b600056')
    await placeAt(LOUD, '0x61ffff6000fd')
    await placeAt(REENTERING, reenter())
    const poor = newWallet()
    const items = [
      await signed(PYUSD, { value: 1n }),
      await signed(PYUSD, { value: 2n, validBefore: 1n }),
      await signed({ ...PYUSD, address: HUNGRY }, { value: 3n }),
      await signed(USDC, { value: 4n }),
      await signed({ ...PYUSD, address: LOUD }, { value: 5n }),
      await signed({ ...PYUSD, address: newWallet().address }, { value: 6n }),
      await signed(PYUSD, { value: 7n }, poor),
      await signed({ ...PYUSD, address: REENTERING }, { value: 8n }),
      await signed(PYUSD, { value: 9n }),
    ]
    const results = await relay([...items, items[0] as Item])
    expect(results.map(({ name }) => name === 'ItemRelayed')).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      true,
      false,
    ])
    expect(results[1]?.reason).toContain('authorization is expired')
    expect(results[4]?.reason.length).toBeLessThanOrEqual(256)
    expect(results[5]?.reason).toBe('no contract')
    expect(results[6]?.reason).toContain('transfer amount exceeds balance')
    expect(results[7]?.selector).toBe(relayerInterface.getError('Reentered')?.selector)
    expect(results[9]?.reason).toContain('authorization is used or canceled')
    for (const [index, paid] of [
      [0, 1n],
      [3, 4n],
      [8, 9n],
    ] as const)
      expect(await balance(items[index]?.token === USDC.address ? USDC : PYUSD, items[index]?.to ?? '')).toBe(paid)
    for (const index of [1, 6]) expect(await balance(PYUSD, items[index]?.to ?? '')).toBe(0n)
    expect(await balance(PYUSD, RELAYER)).toBe(0n)
  })

  it('cannot move money that its owner has not signed away, whoever calls it', async () => {
    await mint(PYUSD, RELAYER, 7n)
    const stolen = { ...(await signed(PYUSD, { value: 1n })), to: minter.address }
    const own = { ...(await signed(PYUSD, { value: 7n })), from: RELAYER }
    const results = await relay([stolen, own])
    expect(results.map(({ name }) => name)).toEqual(['ItemFailed', 'ItemFailed'])
    expect(await balance(PYUSD, RELAYER)).toBe(7n)
    // Neither ether nor any other call.
    await expect(minter.connect(provider).estimateGas({ to: RELAYER, value: 1n })).rejects.toThrow()
    await expect(minter.connect(provider).estimateGas({ to: RELAYER, data: '0x12345678' })).rejects.toThrow()
  })

  it('takes 50 items and not one more, and starts no item that it has too little gas for', async () => {
    await mint(PYUSD, payer.address, 100n)
    const items = await Promise.all(Array.from({ length: 50 }, () => signed(PYUSD, { value: 1n })))
    const results = await relay(items)
    expect(results.every(({ name }) => name === 'ItemRelayed')).toBe(true)
    expect(results).toHaveLength(50)
    const method = relayer().getFunction('relay')
    await expect(method.staticCall([...items, items[0]], 100_000n)).rejects.toMatchObject({
      revert: { name: 'TooManyItems' },
    })
    const [last] = [await signed(PYUSD, { value: 1n })]
    await expect(method.staticCall([last], 200_000n, { gasLimit: 200_000n })).rejects.toMatchObject({
      revert: { name: 'TooLittleGas' },
    })
  }, 20_000)

  it('costs less gas for each payment than a transaction of its own', async () => {
    await mint(USDC, payer.address, 1_000n)
    const { token: _, ...single } = await signed(USDC, { value: 1n })
    const alone = await send(
      at(USDC.address, 'PyusdToken', minter),
      'transferWithAuthorization',
      ...Object.values(single),
    )
    const items = await Promise.all(Array.from({ length: 50 }, () => signed(USDC, { value: 1n })))
    const together = await send(relayer(), 'relay', items, 150_000n, { gasLimit: 12_000_000n })
    const [each, own] = [Number(together?.gasUsed) / 50, Number(alone?.gasUsed)]
    expect(each, `${each} each in a batch of 50, ${own} alone`).toBeLessThan(own * 0.75)
  }, 20_000)

  async function relay(items: readonly Item[]) {
    const receipt = await send(relayer(), 'relay', items, 150_000n, { gasLimit: 12_000_000n })
    const logs = (receipt?.logs ?? []).filter((log: { address: string }) => log.address.toLowerCase() === RELAYER)
    return logs.map((log: { topics: readonly string[]; data: string }) => {
      const parsed = relayerInterface.parseLog({ topics: [...log.topics], data: log.data })
      const bytes = String(parsed?.args.reason ?? '0x')
      const text = Buffer.from(bytes.slice(2), 'hex').toString('latin1')
      return { name: parsed?.name, reason: text, selector: bytes.slice(0, 10) }
    }) as { name: string; reason: string; selector: string }[]
  }
})

interface Item {
  readonly token: string
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  readonly nonce: string
  readonly v: number
  readonly r: string
  readonly s: string
}

function domainOf({ name, address }: { name: string; address: string }) {
  return { name, version: name === 'USD Coin' ? '2' : '1', chainId: 1, verifyingContract: address }
}

async function signed(
  token: { name: string; address: string },
  change: Partial<Item>,
  signer: Wallet = payer,
): Promise<Item> {
  const message = {
    from: signer.address,
    to: newWallet().address,
    value: 1n,
    validAfter: 0n,
    validBefore: 4_000_000_000n,
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...change,
  }
  const { v, r, s } = Signature.from(await signer.signTypedData(domainOf(token), TRANSFER_TYPES, message))
  return { token: token.address, ...message, v, r, s }
}

/** The same signature in its other form, which must not pass for a second one. */
function otherForm(s: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  return `0x${(order - BigInt(s)).toString(16).padStart(64, '0')}`
}

/** Tokens that never end, that give a reason of 64 KB, and that call the relayer again. */
const HUNGRY = '0x0000000000000000000000000000000000000a01'
const LOUD = '0x0000000000000000000000000000000000000a02'
const REENTERING = '0x0000000000000000000000000000000000000a03'
const placeAt = (address: string, code: string) => callRpc(node.rpcUrl, 'anvil_setCode', [address, code])

/** Calls relay([], 0) of its caller and passes on how that ended. */
function reenter(): string {
  const selector = relayerInterface.getFunction('relay')?.selector.slice(2)
  const store = `63${selector}60e01b5f526040600452`
  const call = '5f5f60645f5f335af1'
  return `0x${store}${call}601f573d5f5f3e3d5ffd5b00`
}
