/** The product's own worker that ends what has expired, run beside what else ends it. */
import type { Service } from '../../../gateway/compose.ts'
import { waitUntil } from '../../waitUntil.ts'
import type { ManualClock } from '../manualClock.ts'

/** It sweeps at once and then every second. */
export async function sweep({ workers }: Service, signal: AbortSignal): Promise<void> {
  await workers.find(({ name }) => name === 'holdExpiry')?.run(signal)
}

/** Until nothing is due. */
export async function sweepOnce(service: Service, clock: ManualClock): Promise<void> {
  const ended = new AbortController()
  const running = sweep(service, ended.signal)
  const due = { stage: 'created', expiresAt: { $lte: clock.now() } }
  try {
    await waitUntil('due holds are voided', async () => {
      return (await service.database.collection('holds').countDocuments(due)) === 0
    })
  } finally {
    ended.abort()
    await running
  }
}
