/**
 * Rotation of a signing secret: half of the receivers know the former secret to the end of the overlap, half the new one from its
 * beginning, and each verifies every delivery by the function for clients. `--fault` rotates without an overlap.
 */
import { verifyWebhook } from '../../sdk/verifyWebhook.mjs'
import { waitUntil } from '../waitUntil.ts'
import { createManualClock } from './manualClock.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { type ProofReceiver, startProofReceiver } from './webhooks/receiver.ts'
import { openWebhookWorld, WEBHOOK_SECRET } from './webhooks/world.ts'

const ENDPOINTS = 4
const EVENTS_OF_PART = { ci: 12, full: 834 } as const
const OVERLAP_SECONDS = 3_600
const NEW_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ROTATE = 'mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { secret } }'
const WITHIN_MS = 120_000

type Part = 'before' | 'during' | 'after'

export async function proveRotation({ size, fault }: ProofInput): Promise<ProofResult> {
  const clock = createManualClock(new Date())
  const world = await openWebhookWorld({ clock })
  const receivers = await Promise.all(Array.from({ length: ENDPOINTS }, startProofReceiver))
  const breaches: string[] = []
  let verified = 0
  try {
    const process = await world.open()
    const owner = world.newOrganization()
    const ids: string[] = []
    for (const { url } of receivers) ids.push(await process.register(owner, { url }))
    process.start()
    const send = async (part: Part) => {
      for (const { received } of receivers) received.length = 0
      await world.commit(process, owner.orgId, EVENTS_OF_PART[size])
      const all = () => receivers.every(({ received }) => received.length === EVENTS_OF_PART[size])
      await waitUntil('all have come', async () => all(), WITHIN_MS)
      for (const [index, receiver] of receivers.entries()) {
        const refused = await findRefused(receiver, secretOf(part, index % 2 === 0), clock.now())
        verified += receiver.received.length - refused
        if (refused > 0) breaches.push(`${refused} deliveries ${part} the overlap do not verify`)
      }
    }
    await send('before')
    const input = { secret: NEW_SECRET, overlapSeconds: fault ? 0 : OVERLAP_SECONDS }
    for (const webhookId of ids) await process.call(owner, ROTATE, { webhookId, ...input })
    await send('during')
    clock.advance(OVERLAP_SECONDS * 1_000)
    await send('after')
    return { figures: { deliveries: ENDPOINTS * 3 * EVENTS_OF_PART[size], verified }, breaches }
  } finally {
    await world.close()
    for (const { close } of receivers) await close()
  }
}

/** What a receiver knows: the early one changes as soon as the new secret signs, the late one when the former no longer does. */
const secretOf = (part: Part, isEarly: boolean): string =>
  part === 'before' || (part === 'during' && !isEarly) ? WEBHOOK_SECRET : NEW_SECRET

async function findRefused({ received }: ProofReceiver, secret: string, now: Date): Promise<number> {
  const results = await Promise.allSettled(
    received.map(({ body, headers }) => verifyWebhook({ body, headers, secret, now })),
  )
  return results.filter(({ status }) => status === 'rejected').length
}
