/** Reads of endpoints. One of another owner is reported as not found. */
import type { Page } from '../../shared/connections.ts'
import { owns, type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import {
  findWebhook,
  findWebhookPage,
  findWebhooksWithDeleted,
  type WebhookListArguments,
  type WebhookRow,
} from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'

export async function getWebhook(
  deps: Pick<ServiceDeps, 'database'>,
  principal: Principal,
  { webhookId }: { readonly webhookId: string },
): Promise<WebhookRow> {
  return requireOwned(principal, await findWebhook(deps.database, webhookId), 'webhook')
}

export async function listWebhooks(
  deps: ServiceDeps,
  principal: Principal,
  args: WebhookListArguments,
): Promise<Page<WebhookRow>> {
  const caller = requireCaller(principal)
  const owner = { orgId: caller.orgId, mode: caller.mode, agentId: caller.kind === 'agent' ? caller.agentId : null }
  return findWebhookPage(deps.database, owner, args)
}

/** By id, for references: null when the caller may not see it. */
export async function findOwnWebhooks(
  deps: ServiceDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(WebhookRow | null)[]> {
  const rows = new Map<string, WebhookRow>(
    (await findWebhooksWithDeleted(deps.database, ids)).map((row) => [row._id, row]),
  )
  return ids.map((id) => {
    const row = rows.get(id)
    return row !== undefined && row.status !== 'deleted' && owns(principal, row) ? row : null
  })
}
