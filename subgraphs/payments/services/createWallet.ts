/** Makes a wallet without an agent (domain A.6); a registration can name it. */

import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText, type Unparsed } from '../../shared/fields.ts'
import { type AgentId, isId } from '../../shared/ids.ts'
import { type OrganizationPrincipal, owns, type Principal, requireOrganization } from '../../shared/principal.ts'
import type { PaymentsDeps } from '../ports.ts'
import { newWallet } from './provisionWallet.ts'
import { getWallet, type WalletView } from './readPayments.ts'

export type CreateWalletDeps = Pick<PaymentsDeps, 'database' | 'commit' | 'newId' | 'walletKeys' | 'agents' | 'records'>

/** @throws DomainError invalid_request, not_found (agent), conflict (the agent has a wallet), compliance_denied (its owner), and those of access */
export async function createWallet(
  deps: CreateWalletDeps,
  principal: Principal,
  input: Unparsed<{ name: string; agentId: AgentId }>,
  key: RequestKey | null = null,
): Promise<{ readonly wallet: WalletView; readonly replayed: boolean }> {
  let walletId = ''
  const prepare = async () => {
    const caller = requireOrganization(principal)
    const { orgId, mode, keyId } = caller
    const name = parseOptionalText(input.name, { path: 'name', lengthMax: LENGTH_MAX.name })
    const agentId = parseOptionalText(input.agentId, { path: 'agent_id', lengthMax: LENGTH_MAX.id })
    if (agentId !== null) await refuseBinding(deps, caller, agentId)
    const made = await newWallet(deps, { orgId, mode, agentId: null, name, by: keyId, reason: 'created' })
    walletId = made.walletId
    const resource = { type: 'wallet', id: walletId }
    return { ...({ priority: 'control', orgId, mode, resource } as const), ...made.part }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  const replayed = !('answer' in settled)
  return { wallet: await getWallet(deps, principal, replayed ? settled.replayedId : walletId), replayed }
}

/** Every agent has a wallet from its registration on. */
async function refuseBinding(
  { agents }: CreateWalletDeps,
  caller: OrganizationPrincipal,
  agentId: string,
): Promise<never> {
  const agent = isId('agent', agentId) ? await agents.find(agentId) : null
  if (agent === null || !owns(caller, agent)) throw notFound('agent')
  const { walletId } = agent
  throw new DomainError('conflict', 'The agent has a wallet already. Make one without an agent, or register another.', {
    reason: 'agent_has_wallet',
    wallet_id: walletId,
  })
}
