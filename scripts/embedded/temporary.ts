// The embedded services in a directory of their own, which is removed when they stop: for benchmarks, proofs and tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, type EmbeddedInput, startEmbedded } from './index.ts'
import { createTemporaryFolder } from './temporaryFolder.ts'

type TemporaryInput = Omit<EmbeddedInput, 'dataDir' | 'log'> & {
  /** Of the directory's name. */
  prefix: string
  /** Puts files into the directory before anything starts. */
  prepare?: ((dataDir: string) => void) | undefined
  /** For benchmarks, which count what the disk costs. */
  onDisk?: boolean
}

const log = { info: () => {}, warn: (message: string) => console.warn(message) }

export async function startTemporary({
  prefix,
  prepare,
  onDisk = false,
  ...input
}: TemporaryInput): Promise<Embedded & { dataDir: string }> {
  const dataDir = onDisk ? mkdtempSync(join(tmpdir(), `${prefix}-`)) : createTemporaryFolder(prefix)
  prepare?.(dataDir)
  const embedded = await startEmbedded({ ...input, dataDir, forgetsChains: true, log })
  return {
    ...embedded,
    dataDir,
    async stop() {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
