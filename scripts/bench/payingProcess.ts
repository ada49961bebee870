/** A process of the service with callers of its own: several of them on one database are what `together` measures. */
import { composeService, type Service } from '../../gateway/compose.ts'
import { SUBMIT, submitLane } from './lanes.ts'
import { type Cell, callInTurn, type Lane } from './measure.ts'
import type { BenchAgent, BenchOrganization } from './organization.ts'
import { configOf, log } from './world.ts'

/** Sent once, first. */
export interface PayingSetup {
  readonly mongodbUri: string
  readonly orgId: BenchOrganization['orgId']
  readonly agents: readonly Pick<BenchAgent, 'walletId' | 'principal'>[]
}

export interface PayingOrder {
  readonly cell: Cell
  readonly seconds: number
}

let lane: Lane | null = null
let service: Service | null = null

process.on('message', async (message: PayingSetup | PayingOrder) => {
  if ('mongodbUri' in message) {
    service = await composeService(configOf(message.mongodbUri), { log })
    lane = submitLane({ service }, message)
    process.send?.({ ready: SUBMIT })
  } else if (lane !== null) process.send?.(await callInTurn(lane, message.cell, message.seconds))
})
process.on('disconnect', async () => {
  await service?.close(1_000)
  process.exit(0)
})
