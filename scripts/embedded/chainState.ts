// The state of an embedded chain on disk. The node itself would rewrite a plain JSON file in place every second, 1.6 KB for
// each block ever mined, which is 140 MB after a day and a partial file after a kill. Here its compressed dump is written
// atomically, only when there are new blocks, and less often the larger it is.
import { copyFileSync, createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { Log } from './children.ts'
import { callRpc } from './rpc.ts'

const saveEveryMs = 1_000
/** Pause relative to how long the node takes: about a tenth of its time goes into saving, up to the bound below. */
const pausePerSave = 10
const saveAtLeastEveryMs = 10_000
const dumpTries = 5

const previousOf = (stateFile: string) => `${stateFile}.previous`

/**
 * Unpacks the newest intact state, for the node to load.
 * @returns the file, to be removed once it is loaded; undefined for a new chain
 */
export async function unpackState(stateFile: string, log: Log): Promise<string | undefined> {
  const unpacked = `${stateFile}.loading`
  for (const file of [stateFile, previousOf(stateFile)]) {
    if (!existsSync(file)) continue
    try {
      await pipeline(createReadStream(file), createGunzip(), createWriteStream(unpacked))
      return unpacked
    } catch (cause) {
      rmSync(unpacked, { force: true })
      renameSync(file, `${file}.broken`)
      const reason = cause instanceof Error ? cause.message : String(cause)
      log.warn(`${file} cannot be read (${reason}) and is kept as .broken; the chain continues from the previous state`)
    }
  }
  // With a new chain the ledger in the database would be wrong.
  if (existsSync(`${stateFile}.broken`) || existsSync(`${previousOf(stateFile)}.broken`))
    throw new Error(`No state of the chain in ${stateFile} can be read: remove the .broken files to start a new chain`)
  // As written by the node in earlier releases.
  const plain = stateFile.replace(/[.]gz$/, '')
  if (!existsSync(plain)) return undefined
  copyFileSync(plain, unpacked)
  return unpacked
}

/** Saves whenever there are new blocks. @returns a function that stops this, after a last save */
export function keepState(input: { rpcUrl: string; stateFile: string; log: Log }): () => Promise<void> {
  const { rpcUrl, stateFile, log } = input
  const stopping = new AbortController()
  let savedHash = ''
  let isFailing = false
  let saveMs = 0

  async function headHash(): Promise<string> {
    const head = (await callRpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false])) as { hash: string }
    return head.hash
  }

  /**
   * The node reads blocks first and accounts afterwards. With a block mined in between, the state would have its transfers
   * without their receipts, and after a restart nothing on chain would say who was paid by them.
   */
  async function save(): Promise<void> {
    let before = await headHash()
    if (before === savedHash) return
    const began = performance.now()
    for (let tries = 1; ; tries++) {
      const dump = String(await callRpc(rpcUrl, 'anvil_dumpState', []))
      saveMs = performance.now() - began
      const after = await headHash()
      // A large chain takes longer than a block to dump, so that most changes came after both were read.
      if (after === before || tries === dumpTries) {
        await writeState(stateFile, dump)
        savedHash = before
        return
      }
      before = after
    }
  }

  /** Logs the first failure, such as a full disk; a node that has exited is also reported by the code that started it. */
  async function trySave(): Promise<void> {
    try {
      await save()
      isFailing = false
    } catch (cause) {
      if (!isFailing) log.warn(`the chain could not be saved to ${stateFile}: ${String(cause)}`)
      isFailing = true
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await trySave()
      const pauseMs = Math.min(saveAtLeastEveryMs, Math.max(saveEveryMs, pausePerSave * saveMs))
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
    // Includes changes without a block, such as a balance set by a test.
    savedHash = ''
    await trySave()
  }
}

/** @param dump as returned by the node: gzip as hex */
async function writeState(stateFile: string, dump: string): Promise<void> {
  const draft = `${stateFile}.draft`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(Buffer.from(dump.slice(2), 'hex'))
    // Otherwise a power failure could leave the new name without its content.
    await file.sync()
  } finally {
    await file.close()
  }
  if (existsSync(stateFile)) await rename(stateFile, previousOf(stateFile))
  await rename(draft, stateFile)
}
