/** Holds of a dump: one each that is open, captured in part, voided, and waiting for its approval. */
import type { Client } from './client.ts'
import type { StoredCaller } from './dumpFile.ts'

interface HoldsContext {
  readonly client: Client
  readonly going: Record<string, string>
}

export async function placeHolds({ client, going }: HoldsContext, merchant: string): Promise<void> {
  const { walletId } = client.callers.guest as StoredCaller & { kind: 'agent' }
  const place = (amount: string) =>
    client.sendOrThrow('guest', 'POST /holds', {
      key: `hold-${amount}`,
      body: { wallet_id: walletId, amount, token: 'USDC', merchant, expires_in_seconds: 2_592_000 },
    })
  const [open, captured, voided] = [await place('10.00'), await place('12.00'), await place('8.00')]
  const capture = { key: 'capture', body: { amount: '7.50' } }
  await client.sendOrThrow('guest', `POST /holds/${captured.hold_id}/capture`, capture)
  await client.sendOrThrow('guest', `POST /holds/${voided.hold_id}/void`, { key: 'void', body: {} })
  going.hold_open = String(open.hold_id)
  const parked = await place('30.00')
  going.hold_approval = String(parked.approval_id)
}
