// The embedded services themselves: real mongod, real anvil, Circle's real token. What they promise is that data
// outlives restarts and kills, that the token signs and refuses like the live one, and that no process is left behind
// or ended by mistake.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { Contract, hexlify, JsonRpcProvider, Network, Signature, TypedDataEncoder, Wallet } from 'ethers'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startChain } from '../../scripts/embedded/chain.ts'
import { endStaleChild, fingerprintOf, recordChild, startChild } from '../../scripts/embedded/children.ts'
import { lockDataDir } from '../../scripts/embedded/dataDirLock.ts'
import { type Embedded, startEmbedded } from '../../scripts/embedded/index.ts'
import { locateMongod, type Mongod } from '../../scripts/embedded/locateMongod.ts'
import { checkMongoUri, startMongod } from '../../scripts/embedded/mongod.ts'
import { freePort } from '../../scripts/embedded/ports.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'

const warnings: string[] = []
const log = { info: () => {}, warn: (message: string) => void warnings.push(message) }
const cacheDir = join(import.meta.dirname, '..', '..', '.data', 'bin')
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const folders: string[] = []
const bystanders: ChildProcess[] = []

afterEach(() => {
  warnings.length = 0
})

afterAll(() => {
  for (const one of bystanders) one.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('mongod', () => {
  let binary: Mongod
  beforeAll(async () => {
    binary = await locateMongod({ dataDir: newDataDir(), env: { MONGOD_CACHE_DIR: cacheDir, ...process.env }, log })
  }, 60_000)

  it('keeps acknowledged data over a restart, a kill -9 and a change of port', async () => {
    const dataDir = newDataDir()
    const first = await startMongod({ binary, dataDir, log })
    expect(first.port).toBeLessThan(32_768)
    await withDatabase(first.uri, (database) => database.collection('kept').insertOne({ step: 1 }))
    await first.stop()

    const second = await startMongod({ binary, dataDir, log })
    await withDatabase(second.uri, (database) => database.collection('kept').insertOne({ step: 2 }))
    const fingerprint = fingerprintOf(second.pid)
    process.kill(second.pid, 'SIGKILL')
    await until(() => fingerprintOf(second.pid) !== fingerprint)

    const occupied = await listenOn(second.port)
    const third = await startMongod({ binary, dataDir, log })
    expect(third.port).not.toBe(second.port)
    expect(warnings.join()).toContain(`port ${second.port} is in use by another process`)
    const kept = await withDatabase(third.uri, (database) => database.collection('kept').countDocuments())
    expect(kept).toBe(2)
    await third.stop()
    occupied.close()
  }, 30_000)

  it('refuses data of another major version and a standalone MONGODB_URI, and says what to do', async () => {
    const dataDir = newDataDir()
    writeFileSync(join(dataDir, 'mongod.json'), JSON.stringify({ major: 5, version: '5.0.9', port: 27_000 }))
    await expect(startMongod({ binary, dataDir, log })).rejects.toThrow(/written by MongoDB 5\.0\.9.*MONGOD_BINARY/)

    const port = await freePort()
    const args = ['--dbpath', newDataDir(), '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket']
    const standalone = startChild({ role: 'standalone', command: binary.path, args, log })
    await expect(checkMongoUri(`mongodb://127.0.0.1:${port}/`)).rejects.toThrow(/standalone.*replica set/s)
    await standalone.stop()
    const secret = `mongodb://someone:hidden@127.0.0.1:${port}/?serverSelectionTimeoutMS=200`
    const refusal = await checkMongoUri(secret).catch((cause: Error) => cause.message)
    expect(refusal).toMatch(/^MONGODB_URI cannot be reached/)
    expect(refusal).not.toContain('hidden')
  }, 30_000)

  it('refuses a server before 6.0, and lists every way when there is none', async () => {
    const old = join(newDataDir(), 'mongod')
    writeFileSync(old, '#!/bin/sh\necho "db version v5.0.31"\n', { mode: 0o755 })
    const dataDir = newDataDir()
    await expect(locateMongod({ dataDir, env: { MONGOD_BINARY: old }, log })).rejects.toThrow(/5\.0\.31.*6\.0/)

    const failure = { at: new Date().toISOString(), reason: 'unreachable' }
    const empty = newDataDir()
    writeFileSync(join(empty, 'official-download-failed.json'), JSON.stringify(failure))
    const env = { MONGOD_CACHE_DIR: empty, PATH: '/nonexistent' }
    const refusal = await locateMongod({ dataDir, env, log }).catch((cause: Error) => cause.message)
    for (const way of ['MONGODB_URI', 'MONGOD_BINARY', empty, 'fastdl.mongodb.org', 'python3', 'not tried again']) {
      expect(refusal).toContain(way)
    }
  })

  it('does not use a cached server whose content has changed', async () => {
    const cache = newDataDir()
    writeFileSync(join(cache, 'mongod-7.0.0'), '#!/bin/sh\necho "db version v7.0.0"\n', { mode: 0o755 })
    const record = { file: 'mongod-7.0.0', version: '7.0.0', sha256: 'f'.repeat(64), bytes: 1, modifiedMs: 1 }
    writeFileSync(join(cache, 'mongod.json'), JSON.stringify(record))
    const failure = { at: new Date().toISOString(), reason: 'unreachable' }
    writeFileSync(join(cache, 'official-download-failed.json'), JSON.stringify(failure))
    const env = { MONGOD_CACHE_DIR: cache, PATH: '/nonexistent' }
    await expect(locateMongod({ dataDir: cache, env, log })).rejects.toThrow(/recorded hash/)
  })
})

describe('startEmbedded', () => {
  const dataDir = newDataDir()
  let embedded: Embedded
  const start = () => startEmbedded({ dataDir, chains: ['base'], blockTimeSeconds: 0.25, log, testCommands: true })
  beforeAll(async () => {
    embedded = await start()
  }, 60_000)
  afterAll(() => embedded?.stop(), 30_000)

  it('commits transactions, wakes change streams and can be told to fail', async () => {
    await withDatabase(embedded.mongodbUri, async (database, client) => {
      const collection = database.collection('items')
      await collection.insertOne({ name: 'before' })
      const stream = collection.watch()
      const seen = stream.next()
      await sleep(50)
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await collection.insertOne({ name: 'inside' }, { session })
        }),
      )
      expect((await seen).operationType).toBe('insert')
      await stream.close()

      const session = client.startSession()
      session.startTransaction()
      await collection.insertOne({ name: 'aborted' }, { session })
      await session.abortTransaction()
      await session.endSession()
      expect(await collection.countDocuments({ name: 'aborted' })).toBe(0)

      const failCommands = { failCommands: ['ping'], errorCode: 91 }
      await client.db('admin').command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data: failCommands })
      await expect(database.command({ ping: 1 })).rejects.toMatchObject({ code: 91 })
    })
  }, 20_000)

  it('answers as USDC at its official address, pays by a signed authorization once and refuses the replay', async () => {
    const { provider, token, domain, minter, relayer } = openToken(embedded)
    expect(await token.getFunction('DOMAIN_SEPARATOR').staticCall()).toBe(TypedDataEncoder.hashDomain(domain))
    expect(await token.getFunction('version').staticCall()).toBe('2')
    expect(await token.getFunction('symbol').staticCall()).toBe('USDC')

    const payer = newWallet()
    const payee = newWallet().address
    await (await token.connect(minter).getFunction('mint').send(payer.address, 5_000_000n)).wait()
    const message = {
      from: payer.address,
      to: payee,
      value: 2_500_000n,
      validAfter: 0n,
      validBefore: 4_000_000_000n,
      nonce: hexlify(randomBytes(32)),
    }
    const signature = Signature.from(await payer.signTypedData(domain, authorizationTypes, message))
    const { v, r, s } = signature
    const pay = token.connect(relayer).getFunction(byVrs)
    await (await pay.send(...Object.values(message), v, r, s)).wait()
    expect(await token.getFunction('balanceOf').staticCall(payee)).toBe(2_500_000n)
    await expect(pay.staticCall(...Object.values(message), v, r, s)).rejects.toThrow(
      'FiatTokenV2: authorization is used or canceled',
    )

    // The form that only version 2.2 has, through its linked signature library.
    const again = { ...message, nonce: hexlify(randomBytes(32)) }
    const bytes = await payer.signTypedData(domain, authorizationTypes, again)
    await (
      await token
        .connect(relayer)
        .getFunction(byBytes)
        .send(...Object.values(again), bytes)
    ).wait()
    expect(await token.getFunction('balanceOf').staticCall(payer.address)).toBe(0n)
    provider.destroy()
  }, 20_000)

  it('moves safe and finalized within seconds and mines by interval', async () => {
    const { provider } = openToken(embedded)
    await until(async () => ((await provider.getBlock('finalized'))?.number ?? 0) > 0)
    const latest = await provider.getBlockNumber()
    await until(async () => (await provider.getBlockNumber()) > latest)
    provider.destroy()
  }, 10_000)

  it('keeps balances, keys and the token over a restart', async () => {
    const before = openToken(embedded)
    const holder = newWallet().address
    await (await before.token.connect(before.minter).getFunction('mint').send(holder, 7n)).wait()
    before.provider.destroy()
    const { keys } = embedded
    await embedded.stop()
    embedded = await start()
    expect(embedded.keys).toEqual(keys)
    expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
    const after = openToken(embedded)
    expect(await after.token.getFunction('balanceOf').staticCall(holder)).toBe(7n)
    expect(await after.provider.getBalance(after.relayer.address)).toBeGreaterThan(10n ** 20n)
    after.provider.destroy()
  }, 30_000)

  it('refuses a second owner, names the pid of the first and leaves it running', async () => {
    await expect(start()).rejects.toThrow(`in use by process ${process.pid}`)
    expect(Number(await callRpc(embedded.chains.base?.rpcUrl ?? '', 'eth_chainId', []))).toBe(8453)
  })

  it('checks the chain id of a named endpoint before it uses it', async () => {
    const rpcUrls = { polygon: embedded.chains.base?.rpcUrl ?? '' }
    const other = { dataDir: newDataDir(), mongodbUri: embedded.mongodbUri, chains: ['polygon'] as const, log }
    await expect(startEmbedded({ ...other, rpcUrls })).rejects.toThrow('has chain id 8453, expected 137')
  })
})

describe('chain state', () => {
  const open = (more: object = {}) => ({
    ...{ name: 'base', chainId: 8453, dataDir: newDataDir(), blockTimeSeconds: 0.25, log },
    ...more,
  })
  const stateFileOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'chains', 'base.json.gz')
  const headOf = async ({ rpcUrl }: { rpcUrl: string }) => Number(await callRpc(rpcUrl, 'eth_blockNumber', []))
  const kill = async ({ pid }: { pid: number }) => {
    const fingerprint = fingerprintOf(pid)
    process.kill(pid, 'SIGKILL')
    await until(() => fingerprintOf(pid) !== fingerprint)
  }

  it('continues from the previous state when the newest cannot be read', async () => {
    const input = open()
    const account = newWallet().address
    const first = await startChain(input)
    await callRpc(first.rpcUrl, 'anvil_setBalance', [account, '0x2a'])
    await first.stop()
    const second = await startChain(input)
    await second.stop()

    const stateFile = stateFileOf(input)
    truncateSync(stateFile, Math.floor(statSync(stateFile).size / 2))
    const third = await startChain(input)
    expect(Number(await callRpc(third.rpcUrl, 'eth_getBalance', [account, 'latest']))).toBe(42)
    expect(warnings.join()).toContain('continues from the previous state')
    await third.stop()
  }, 20_000)

  it('loads the plain state of an earlier release', async () => {
    const input = open()
    const account = newWallet().address
    const first = await startChain(input)
    await callRpc(first.rpcUrl, 'anvil_setBalance', [account, '0x2a'])
    await first.stop()
    const stateFile = stateFileOf(input)
    writeFileSync(stateFile.slice(0, -'.gz'.length), gunzipSync(readFileSync(stateFile)))
    for (const file of [stateFile, `${stateFile}.previous`]) rmSync(file)
    const second = await startChain(input)
    expect(Number(await callRpc(second.rpcUrl, 'eth_getBalance', [account, 'latest']))).toBe(42)
    await second.stop()
  }, 20_000)

  it('loses at most some seconds by a kill -9, and continues from the saved state', async () => {
    const input = open()
    const first = await startChain(input)
    await until(async () => (await headOf(first)) >= 12)
    const [blocks, block] = [await headOf(first), await callRpc(first.rpcUrl, 'eth_getBlockByNumber', ['0x2', false])]
    await kill(first)
    const second = await startChain(input)
    // Four blocks a second.
    expect(await headOf(second)).toBeGreaterThanOrEqual(blocks - 4 * 5)
    expect(await callRpc(second.rpcUrl, 'eth_getBlockByNumber', ['0x2', false])).toEqual(block)
    await second.stop()
  }, 30_000)

  it('needs few bytes per block', async () => {
    const input = open()
    const node = await startChain(input)
    await node.stop()
    const before = statSync(stateFileOf(input)).size
    const again = await startChain(input)
    const from = await headOf(again)
    for (let round = 0; round < 5; round++) await callRpc(again.rpcUrl, 'anvil_mine', ['0x64'])
    const mined = (await headOf(again)) - from
    await again.stop()
    expect((statSync(stateFileOf(input)).size - before) / mined).toBeLessThan(400)
  }, 60_000)

  it('mines rarely while unused, and at once when a transaction is pending', async () => {
    const node = await startChain(open({ blockTimeSeconds: 1, quiet: { afterBlocks: 2, blockTimeSeconds: 3_600 } }))
    const { rpcUrl } = node
    const from = newWallet().address
    await callRpc(rpcUrl, 'anvil_setBalance', [from, '0xde0b6b3a7640000'])
    await callRpc(rpcUrl, 'anvil_impersonateAccount', [from])
    await until(async () => (await headOf(node)) >= 2)
    await sleep(2_500)
    const quiet = await headOf(node)
    expect(quiet).toBeLessThanOrEqual(3)
    const hash = await callRpc(rpcUrl, 'eth_sendTransaction', [{ from, to: from, value: '0x1' }])
    await until(async () => (await callRpc(rpcUrl, 'eth_getTransactionReceipt', [hash])) !== null, 3_000)
    await until(async () => (await headOf(node)) >= quiet + 2, 5_000)
    await node.stop()
  }, 30_000)

  it('keeps its port over restarts, and reports when another process uses it', async () => {
    const input = open()
    const first = await startChain(input)
    expect(first.port).toBeLessThan(32_768)
    await kill(first)
    const second = await startChain(input)
    expect(second.port).toBe(first.port)
    await second.stop()
    const occupied = await listenOn(first.port)
    const third = await startChain(input)
    expect(third.port).not.toBe(first.port)
    expect(warnings.join()).toContain(`port ${first.port} is in use by another process`)
    await third.stop()
    occupied.close()
    const fourth = await startChain(input)
    expect(fourth.port).toBe(third.port)
    await fourth.stop()
  }, 30_000)
})

describe('children', () => {
  it('ends a stale child by its recorded pid', async () => {
    const dataDir = newDataDir()
    const stale = startBystander()
    recordChild(dataDir, { role: 'chain:base', pid: stale.pid, fingerprint: fingerprintOf(stale.pid) ?? '' })
    expect(await endStaleChild({ dataDir, role: 'chain:base', log })).toBe('ended')
    expect(fingerprintOf(stale.pid)).toBeUndefined()
    expect(await endStaleChild({ dataDir, role: 'chain:base', log })).toBe('none')
  })

  it('leaves alone another process that has the recorded pid', async () => {
    const dataDir = newDataDir()
    const foreign = startBystander()
    recordChild(dataDir, { role: 'mongod', pid: foreign.pid, fingerprint: 'an-earlier-start' })
    expect(await endStaleChild({ dataDir, role: 'mongod', log })).toBe('foreign')
    expect(fingerprintOf(foreign.pid)).toBeDefined()
  })

  it('kills a stale child that ignores SIGTERM', async () => {
    const dataDir = newDataDir()
    const stubborn = startBystander(['/bin/sh', '-c', "trap '' TERM; while :; do sleep 0.1; done"])
    await sleep(100)
    recordChild(dataDir, { role: 'mongod', pid: stubborn.pid, fingerprint: fingerprintOf(stubborn.pid) ?? '' })
    expect(await endStaleChild({ dataDir, role: 'mongod', log, graceMs: 200 })).toBe('ended')
  })

  it('ends the children of an owner that was killed', async () => {
    const dataDir = newDataDir()
    const module = join(import.meta.dirname, '..', '..', 'scripts', 'embedded', 'children.ts')
    const script = `
      import { startChild } from ${JSON.stringify(module)}
      const log = { info() {}, warn() {} }
      startChild({ role: 'child', command: 'sleep', args: ['60'], dataDir: ${JSON.stringify(dataDir)}, log })
      process.kill(process.pid, 'SIGKILL')`
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
    await once(owner, 'exit')
    const [record] = JSON.parse(readFileSync(join(dataDir, 'pids.json'), 'utf8'))
    await until(() => fingerprintOf(record.pid) !== record.fingerprint)
  })

  it('takes over the lock of a dead process and respects that of a running one', () => {
    const dataDir = newDataDir()
    const living = startBystander()
    const lock = (owner: object) => writeFileSync(join(dataDir, 'lock.json'), JSON.stringify(owner))
    lock({ pid: living.pid, fingerprint: fingerprintOf(living.pid), since: 'noon' })
    expect(() => lockDataDir(dataDir)).toThrow(`in use by process ${living.pid}`)
    lock({ pid: living.pid, fingerprint: 'an-earlier-start', since: 'noon' })
    const unlock = lockDataDir(dataDir)
    expect(() => lockDataDir(dataDir)).toThrow('this process itself')
    unlock()
    lockDataDir(dataDir)()
  })
})

const authorizationTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
}
const byVrs = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)'
const byBytes = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'

function openToken(embedded: Embedded) {
  const { base } = embedded.chains
  const keys = embedded.keys.base
  if (!base || !keys) throw new Error('no embedded base chain')
  const network = new Network('base', base.chainId)
  const options = { staticNetwork: network, cacheTimeout: -1, pollingInterval: 50 }
  const provider = new JsonRpcProvider(base.rpcUrl, network, options)
  const abi = [
    'function DOMAIN_SEPARATOR() view returns (bytes32)',
    'function version() view returns (string)',
    'function symbol() view returns (string)',
    'function balanceOf(address) view returns (uint256)',
    'function mint(address,uint256) returns (bool)',
    `function ${byVrs}`,
    `function ${byBytes}`,
  ]
  return {
    provider,
    token: new Contract(usdcOnBase, abi, provider),
    domain: { name: 'USD Coin', version: '2', chainId: base.chainId, verifyingContract: usdcOnBase },
    minter: new Wallet(keys.minterKey, provider),
    relayer: new Wallet(keys.relayerKey, provider),
  }
}

function newWallet(): Wallet {
  return new Wallet(hexlify(randomBytes(32)))
}

function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-test-'))
  folders.push(folder)
  return folder
}

function startBystander(command = ['sleep', '60']): ChildProcess & { pid: number } {
  const [file = '', ...args] = command
  const running = spawn(file, args, { stdio: 'ignore' })
  bystanders.push(running)
  if (running.pid === undefined) throw new Error(`${file} did not start`)
  return Object.assign(running, { pid: running.pid })
}

async function listenOn(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

type Client = InstanceType<typeof mongoose.mongo.MongoClient>

async function withDatabase<T>(
  uri: string,
  act: (database: ReturnType<Client['db']>, client: Client) => Promise<T>,
): Promise<T> {
  const client = new mongoose.mongo.MongoClient(uri, { writeConcern: { w: 'majority', journal: true } })
  try {
    return await act(client.db('embedded_test'), client)
  } finally {
    await client.close()
  }
}

async function until(holds: () => boolean | Promise<boolean>, limitMs = 8_000): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`did not become true within ${limitMs} ms`)
    await sleep(25)
  }
}
