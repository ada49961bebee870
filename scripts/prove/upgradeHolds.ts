/** Holds of a dump: an open one is captured, and one that waits for its approval is made by it. */
import type { Client } from '../upgrades/client.ts'

/** @param going of the dump; dumps of before there were holds name none */
export async function findHoldBreaches(client: Client, going: Readonly<Record<string, string>>): Promise<string[]> {
  const breaches: string[] = []
  const { hold_open, hold_approval } = going
  if (hold_open === undefined) return breaches
  const captured = await client.send('guest', `POST /holds/${hold_open}/capture`, { body: { amount: '4.00' } })
  if (captured.body.status !== 'captured') breaches.push(`an open hold is not captured: ${captured.text}`)
  const approved = await client.send('north_second', `POST /approvals/${hold_approval}/approve`, { body: {} })
  if (approved.body.status !== 'executed') breaches.push(`a parked hold is not made: ${approved.text}`)
  const made = await client.send('guest', `POST /holds/${approved.body.subject_id}/void`, { body: {} })
  if (made.body.status !== 'voided') breaches.push(`an approved hold is not voided: ${made.text}`)
  return breaches
}
