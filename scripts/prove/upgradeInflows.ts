/** Inflows of a dump: a refund that was unlinked is linked again, an enrolment key stays used, and an external wallet agrees. */
import type { Client } from '../upgrades/client.ts'

/** @param going of the dump; those of before there were refunds name none */
export async function findInflowBreaches(client: Client, going: Readonly<Record<string, string>>): Promise<string[]> {
  const { refunds, deposit_unlinked, wallet_external, wallet_robbed } = going
  if (refunds === undefined) return []
  const breaches: string[] = []
  const linked = await client.send('north', `POST ${refunds}`, { body: { deposit_id: deposit_unlinked } })
  if (linked.status >= 300) breaches.push(`an unlinked refund is not linked again: ${linked.text}`)
  const external = await client.send('north', `POST /wallets/${wallet_external}/reconcile`, { body: {} })
  if (!external.text.includes('"agrees"')) breaches.push(`an external wallet does not agree: ${external.text}`)
  const capabilities = ['payments', 'wallets']
  const { org_id } = await client.sendOrThrow('north', `GET /wallets/${wallet_robbed}`)
  const agent = { name: 'enrolled later', capabilities, owner_org_id: org_id }
  const enrolled = await client.send('fleet', 'POST /auth/agent/register', { body: agent })
  if (!enrolled.text.includes('enrolment_key_used')) breaches.push(`an enrolment key is used again: ${enrolled.text}`)
  const mismatches = await client.send('north', 'GET /reconciliation/mismatches?state=open')
  if (!mismatches.text.includes(String(wallet_robbed))) breaches.push(`an open mismatch is gone: ${mismatches.text}`)
  return breaches
}
