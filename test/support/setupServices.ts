// One replica set and one base chain for the whole run, however many projects ask: started with the first, ended with
// the last. Tests take them by `inject('services')` and keep apart by database name and by fresh wallets.
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import type { ChainKeys } from '../../scripts/embedded/chainKeys.ts'
import { type Embedded, type EmbeddedChain, startEmbedded } from '../../scripts/embedded/index.ts'
import { createTemporaryFolder } from '../../scripts/embedded/temporaryFolder.ts'

export interface Services {
  /** Without a database name; the server takes `failCommand`. */
  readonly mongodbUri: string
  readonly base: EmbeddedChain
  /** Minter and relayer of the base chain. */
  readonly baseKeys: ChainKeys
}

declare module 'vitest' {
  export interface ProvidedContext {
    services: Services
  }
}

interface Running {
  users: number
  readonly dataDir: string
  readonly embedded: Promise<Embedded>
}

// Each project loads this file anew, so what they share lives outside of it.
const shared = globalThis as typeof globalThis & { runningServices?: Running | undefined }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.runningServices ??= start()
  const running = shared.runningServices
  running.users += 1
  const { mongodbUri, chains, keys } = await running.embedded
  if (chains.base === undefined || keys.base === undefined) throw new Error('the embedded services have no base chain')
  project.provide('services', { mongodbUri, base: chains.base, baseKeys: keys.base })
  return () => leave(running)
}

function start(): Running {
  const dataDir = createTemporaryFolder('payment-service-test')
  const log = { info: () => {}, warn: (message: string) => console.warn(message) }
  const embedded = startEmbedded({
    ...{ dataDir, chains: ['base'], blockTimeSeconds: 0.25 },
    ...{ forgetsChains: true, testCommands: true, log },
  })
  return { users: 0, dataDir, embedded }
}

async function leave(running: Running): Promise<void> {
  running.users -= 1
  if (running.users > 0) return
  shared.runningServices = undefined
  await (await running.embedded).stop()
  rmSync(running.dataDir, { recursive: true, force: true })
}
