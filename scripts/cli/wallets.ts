/** Which wallet a command is about, and for which agent it pays. */
import type { Fields } from './client.ts'
import type { Session } from './command.ts'
import { CommandFailure, wrongUsage } from './failure.ts'

export interface Payer {
  readonly walletId: string
  readonly agentId: string
}

/** @throws CommandFailure no wallet is named, and it is not an agent that asks */
export async function findWalletId({ settings, client, whoAmI }: Session, named: string | undefined): Promise<string> {
  const known = named ?? settings.wallet_id
  if (known !== undefined) return known
  if ((await whoAmI()).kind !== 'agent') throw wrongUsage('Name the wallet: --wallet, or once at agentpay login.')
  const { body } = await client.call<{ wallet_id: string }>('GET /api/v2/agents/me')
  return body.wallet_id
}

/** A payment is made for the agent of its wallet. */
export async function findPayer(session: Session, named: string | undefined): Promise<Payer> {
  const walletId = await findWalletId(session, named)
  const { body } = await session.client.call<Fields>(`GET /api/v2/wallets/${encodeURIComponent(walletId)}`)
  const { agent_id: agentId } = body
  if (typeof agentId !== 'string')
    throw new CommandFailure('failed', `Wallet ${walletId} has no agent, so nobody may pay from it.`)
  return { walletId, agentId }
}
