/** Cases of a dump: one that is open is cleared and its payment goes on, and one that is escalated is rejected. */
import type { Client } from '../upgrades/client.ts'

/** @param going of the dump; dumps of before there were cases name none */
export async function findCaseBreaches(client: Client, going: Readonly<Record<string, string>>): Promise<string[]> {
  const breaches: string[] = []
  if (going.case_open === undefined) return breaches
  for (const [caseId, decision, stages] of [
    [going.case_open, 'clear', ['queued', 'signing', 'broadcasting', 'confirming', 'completed']],
    [going.case_escalate, 'reject', ['failed']],
  ] as const) {
    const body = { decision, comment: 'After the upgrade.' }
    const decided = await client.send('north_reviewer', `POST /compliance/cases/${caseId}/decide`, { body })
    if (decided.status !== 200) breaches.push(`a case takes no ${decision}: ${decided.text}`)
    const { stage } = await client.sendOrThrow('north', `GET /payments/${decided.body.payment_id}`)
    if (!stages.some((one) => one === stage)) breaches.push(`after ${decision} of its case a payment is ${stage}`)
  }
  return breaches
}
