/** A process of the service with its own callers; `together` runs several of them on one database. */
import { composeService, type Service } from '../../gateway/compose.ts'
import { SUBMIT, submitTarget } from './loadTargets.ts'
import { type LoadShape, type LoadTarget, runClosedLoop } from './measure.ts'
import type { BenchAgent, BenchOrganization } from './organization.ts'
import { configOf, log } from './world.ts'

/** The first message. */
export interface PayingSetup {
  readonly mongodbUri: string
  readonly rpcUrl: string
  readonly orgId: BenchOrganization['orgId']
  readonly agents: readonly Pick<BenchAgent, 'walletId' | 'principal'>[]
}

export interface PayingOrder {
  readonly shape: LoadShape
  readonly seconds: number
}

let target: LoadTarget | null = null
let service: Service | null = null

process.on('message', async (message: PayingSetup | PayingOrder) => {
  if ('mongodbUri' in message) {
    service = await composeService(configOf(message), { log })
    target = submitTarget({ service }, message)
    process.send?.({ ready: SUBMIT })
  } else if (target !== null) process.send?.(await runClosedLoop(target, message.shape, message.seconds))
})
process.on('disconnect', async () => {
  await service?.close(1_000)
  process.exit(0)
})
