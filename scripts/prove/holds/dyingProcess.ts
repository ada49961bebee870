/** Executes one operation in a process of its own, which dies at a step of its commit. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { composeService } from '../../../gateway/compose.ts'
import { parseConfig } from '../../../gateway/config.ts'
import type { OrganizationPrincipal } from '../../../subgraphs/shared/principal.ts'
import { execute, log, type ProveWorld } from '../world.ts'

interface Dying {
  readonly step: string
  readonly at: Date
  readonly principal: OrganizationPrincipal
  readonly source: string
  readonly input: object
}

/** @returns whether it died at that step */
export async function dieAt({ environment }: ProveWorld, dying: Dying): Promise<boolean> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(dying)], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal === 'SIGKILL'
}

async function die({ step, at, principal, source, input }: Dying): Promise<void> {
  const service = await composeService(parseConfig(process.env), {
    log,
    clock: { now: () => new Date(at) },
    commitFaults: { onStep: (reached) => void (reached === step && process.kill(process.pid, 'SIGKILL')) },
  })
  await execute(service.subgraphs.payments, principal, source, { input })
  process.exit(0)
}

if (process.argv[1] === import.meta.filename) await die(JSON.parse(process.argv[2] ?? '') as Dying)
