/**
 * Secrets are readable nowhere in the database nor in anything that the service prints, and the master key that seals them is
 * exchanged while the service runs: `rotate-master-key` is killed in the middle, everything opens meanwhile, and when it has
 * run to its end nothing needs the former key any more. `--fault` removes the former key after the kill.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { mongo } from 'mongoose'
import type { Service } from '../../gateway/compose.ts'
import { createLog } from '../../gateway/log.ts'
import { createSecretBox, deriveKeys, openWithAny } from '../../subgraphs/shared/secretBox.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { type Heard, listen } from './secretsHeard.ts'
import { makeSecrets } from './secretsMade.ts'
import { openWorld, type ProveWorld } from './world.ts'

const AGENTS = { ci: 10, full: 500 } as const
const FORMER = '07'.repeat(32)
const PRESENT = '17'.repeat(32)
const COMMAND = join(import.meta.dirname, '..', 'rotateMasterKey.ts')
const PRELOADED = join(import.meta.dirname, '..', 'requireNode.mjs')
const ATTEMPTED_MS = 60_000

export async function proveSecrets({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openWorld({ chains: [] })
  const breaches: string[] = []
  const figures = { secrets: 0, canaries: 0, resealed: 0, lines: 0 }
  const heard = listen()
  const log = createLog({ level: 'trace', to: heard.destination })
  try {
    const service = await world.open({ log })
    const made = await makeSecrets({ world, service, heard, agents: AGENTS[size], seed })
    const canaries = [...made, FORMER, PRESENT, String(world.environment.API_KEY_PEPPER)]
    figures.canaries = canaries.length
    for (const found of await findCanaries(world, heard, canaries)) breaches.push(found)
    figures.secrets = await openAll(service, breaches, 'before')

    await runCommand(world, heard, 'killed')
    const both = fault ? { MASTER_KEY: PRESENT } : { MASTER_KEY: PRESENT, FORMER_MASTER_KEYS: FORMER }
    const restarted = await world.open({ log, environment: both }).catch(messageOf)
    if (typeof restarted === 'string') breaches.push(`after the kill nothing starts: ${restarted}`)
    else await openAll(restarted, breaches, 'after the kill')
    if (!fault) {
      const early = await world.open({ log, environment: { MASTER_KEY: PRESENT } }).catch(messageOf)
      if (typeof early !== 'string' || !early.includes('FORMER_MASTER_KEYS'))
        breaches.push('without the former key it starts before everything is sealed anew')
      figures.resealed = await runCommand(world, heard, 'to its end')
      const alone = await world.open({ log, environment: { MASTER_KEY: PRESENT } })
      await openAll(alone, breaches, 'with the new key alone')
      if ((await openAll(service, [], 'with the former key alone')) > 0)
        breaches.push('something is still under the former key')
      breaches.push(...(await findForgotten(alone.database)))
      await exchangeRows(alone, breaches)
      for (const found of await findCanaries(world, heard, canaries)) breaches.push(found)
      // Nothing was paid here, and no worker delivers anything.
      breaches.push(
        ...(await world.audit({ overdueMs: undefined })).filter((one) => !one.endsWith('nothing was there to check')),
      )
    }
  } finally {
    heard.stop()
    await world.close()
  }
  figures.lines = heard.lines.length
  for (const from of ['service', 'command'] as const)
    if (!heard.lines.some((line) => line.from === from)) breaches.push(`nothing was heard of the ${from}`)
  return { figures, breaches }
}

async function findCanaries(world: ProveWorld, heard: Heard, canaries: readonly string[]) {
  const client = await mongo.MongoClient.connect(world.mongodbUri)
  const found: string[] = []
  try {
    const database = client.db('prove')
    for (const { name } of await database.listCollections().toArray()) {
      const text = JSON.stringify(await database.collection(name).find().toArray())
      for (const canary of canaries) if (text.includes(canary)) found.push(`${name} shows ${canary.slice(0, 24)}`)
    }
  } finally {
    await client.close()
  }
  const text = heard.lines.map((line) => line.text).join('\n')
  for (const canary of canaries) if (text.includes(canary)) found.push(`the log shows ${canary.slice(0, 24)}`)
  return found
}

/** Opens what is sealed, as this service does. @returns how many opened */
async function openAll({ database, config }: Service, breaches: string[], when: string): Promise<number> {
  let opened = 0
  const open = (what: string, act: () => unknown) => {
    try {
      act()
      opened += 1
    } catch (error) {
      breaches.push(`${when} ${what} does not open: ${(error as Error).message}`)
    }
  }
  const masters = deriveKeys([config.masterKey, ...(config.formerMasterKeys ?? [])], 'wallet-keys')
  const keys = database.collection<{ _id: string; sealedDataKey: string }>('walletKeys')
  for (const { _id, sealedDataKey } of await keys.find().toArray())
    open(_id, () => openWithAny(masters, Buffer.from(sealedDataKey, 'base64url'), `${_id}:data-key`))
  for (const { purpose, sealed, aad } of await sealedTexts(database)) {
    const box = createSecretBox(config.masterKey, purpose, config.formerMasterKeys)
    open(aad, () => box.open(sealed, aad))
  }
  return opened
}

const messageOf = (error: Error): string => error.message

const SEALED = /^v1\.[\w-]{38,}$/

/** What is sealed somewhere and would not be sealed anew, because nobody has named it here. Stored responses live for a day. */
async function findForgotten(database: Service['database']): Promise<string[]> {
  const known = new Set((await sealedTexts(database)).map(({ sealed }) => sealed))
  const forgotten: string[] = []
  for (const { name } of await database.connection.listCollections()) {
    if (name === 'answers') continue
    for (const row of await database.collection<{ _id: string }>(name).find().toArray())
      JSON.stringify(row, (field, value) => {
        if (typeof value === 'string' && SEALED.test(value) && !known.has(value)) forgotten.push(`${name}.${field}`)
        return typeof value === 'bigint' ? `${value}` : value
      })
  }
  return [...new Set(forgotten)].map((where) => `${where} is sealed, and is nothing that is sealed anew`)
}

interface SealedText {
  readonly purpose: string
  readonly sealed: string
  readonly aad: string
}

async function sealedTexts(database: Service['database']): Promise<SealedText[]> {
  const rows = (name: string) => database.collection<Record<string, string> & { _id: string }>(name).find().toArray()
  const dids = [...(await rows('agents')), ...(await rows('organizations'))]
  return [
    ...dids.map(({ _id, did, sealedDidKey }) => ({
      purpose: 'agents',
      sealed: `${sealedDidKey}`,
      aad: `${_id}/${did}`,
    })),
    ...(await rows('signingKeys')).map(({ _id, sealed }) => ({ purpose: 'agents', sealed: `${sealed}`, aad: _id })),
    ...(await rows('webhooks')).flatMap(({ _id, secret, previousSecret }) =>
      [secret, previousSecret ?? null]
        .filter((sealed) => sealed != null)
        .map((sealed) => ({ ...{ purpose: 'events', sealed, aad: `webhook:${_id}:secret` } })),
    ),
    ...(await rows('auditKeys')).map(({ _id, sealed }) => ({ purpose: 'events', sealed: `${sealed}`, aad: _id })),
    ...(await database.collection<MerchantSecret>('merchantSecrets').find().toArray()).flatMap(
      ({ _id, sealed, former }) =>
        [sealed, ...(former === undefined ? [] : [former.sealed])].map((one) => ({
          ...{ purpose: 'commerce', sealed: one, aad: `merchant:${_id}:secret` },
        })),
    ),
    ...(await database.collection<BankAccount>('bankAccounts').find().toArray()).flatMap(ofBankAccount),
  ]
}

interface MerchantSecret {
  readonly _id: string
  readonly sealed: string
  /** While it is still taken. */
  readonly former?: { readonly sealed: string }
}

interface BankAccount {
  readonly _id: string
  readonly sealedAccountNumber: string
  readonly sealedOwner: string | null
  readonly microDeposits: { readonly sealedAmounts: string; readonly round: number } | null
}

const ofBankAccount = ({ _id, sealedAccountNumber, sealedOwner, microDeposits: micro }: BankAccount): SealedText[] => [
  { purpose: 'treasury', sealed: sealedAccountNumber, aad: `${_id}.accountNumber` },
  ...(sealedOwner === null ? [] : [{ purpose: 'treasury', sealed: sealedOwner, aad: `${_id}.owner` }]),
  ...(micro === null
    ? []
    : [{ purpose: 'treasury', sealed: micro.sealedAmounts, aad: `${_id}.microDeposits.${micro.round}` }]),
]

/** A sealed text in the row of another owner does not open, of whatever it is; nor does it as that of another purpose. */
async function exchangeRows({ database, config }: Service, breaches: string[]): Promise<void> {
  const texts = await sealedTexts(database)
  const purposes = [...new Set(texts.map(({ purpose }) => purpose))]
  const boxes = new Map(purposes.map((purpose) => [purpose, createSecretBox(config.masterKey, purpose)]))
  const keys = await database.collection<{ _id: string; sealedDataKey: string }>('walletKeys').find().toArray()
  if (texts.filter(({ purpose }) => purpose === 'events').length < 2 || keys.length < 2)
    throw new Error('there are not two endpoints and two wallets')
  const mustFail = (what: string, open: () => unknown) => {
    try {
      open()
      breaches.push(`${what} opens`)
    } catch {
      // As it should be.
    }
  }
  for (const { purpose, sealed, aad } of texts) {
    for (const other of texts)
      if (other.aad !== aad) mustFail(`${aad} as ${other.aad}`, () => boxes.get(purpose)?.open(sealed, other.aad))
    for (const other of purposes)
      if (other !== purpose) mustFail(`${aad} for ${other}`, () => boxes.get(other)?.open(sealed, aad))
  }
  const masters = deriveKeys([config.masterKey], 'wallet-keys')
  for (const { _id, sealedDataKey } of keys)
    for (const other of keys)
      if (other._id !== _id)
        mustFail(`the key of ${_id} as that of ${other._id}`, () =>
          openWithAny(masters, Buffer.from(sealedDataKey, 'base64url'), `${other._id}:data-key`),
        )
}

/** @returns how many secrets it has sealed anew */
async function runCommand({ environment }: ProveWorld, heard: Heard, until: 'killed' | 'to its end'): Promise<number> {
  const env = { ...process.env, ...environment, MASTER_KEY: PRESENT, FORMER_MASTER_KEYS: FORMER }
  const child = spawn(process.execPath, ['--import', PRELOADED, COMMAND], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  heard.follow('command', child)
  const timer = setTimeout(() => child.kill('SIGKILL'), ATTEMPTED_MS)
  const renewed = await readOutput(child, until === 'killed')
  const [code] = await ended(child)
  clearTimeout(timer)
  if (until === 'to its end' && code !== 0) throw new Error(`rotate-master-key ended with ${code}`)
  return renewed
}

async function readOutput(child: ChildProcess, isKilled: boolean): Promise<number> {
  let renewed = 0
  if (child.stdout === null) throw new Error('the command prints nowhere')
  for await (const line of createInterface({ input: child.stdout })) {
    renewed += Number(/^\w+: (\d+) sealed anew$/.exec(line)?.[1] ?? 0)
    // After the first part: the others are still under the former key.
    if (isKilled && renewed > 0) child.kill('SIGKILL')
  }
  return renewed
}

function ended(child: ChildProcess): Promise<[code: number | null]> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve([child.exitCode])
  return new Promise((resolve) => child.once('exit', (code) => resolve([code])))
}
