/** Waits for what becomes of the payments of a scenario. */
import { waitUntil } from '../waitUntil.ts'
import type { Client } from './client.ts'

export async function waitForStage(client: Client, stage: string, count: number): Promise<void> {
  await waitUntil(`${count} payments ${stage}`, async () => {
    const payments = [...(await client.list('north', '/payments')), ...(await client.list('south', '/payments'))]
    return payments.filter((payment) => payment.stage === stage).length === count
  })
}

export async function waitForFailures(client: Client, purpose: string, count: number): Promise<void> {
  await waitUntil(`${purpose} payments fail`, async () => {
    const payments = [...(await client.list('north', '/payments')), ...(await client.list('south', '/payments'))]
    const matching = payments.filter((one) => String(one.purpose).startsWith(purpose))
    return matching.filter(({ status }) => status === 'failed').length >= count
  })
}
