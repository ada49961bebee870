/** Reads endpoints. One of another owner answers like one that does not exist. */
import { type Page, parsePage } from '../../shared/pages.ts'
import { owns, type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import { findWebhook, findWebhooksEver, findWebhooksOf, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'

export interface PageInput {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

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
  input: PageInput,
): Promise<{ rows: WebhookRow[]; page: Page }> {
  const caller = requireCaller(principal)
  const page = parsePage(input)
  const owner = { orgId: caller.orgId, mode: caller.mode, agentId: caller.kind === 'agent' ? caller.agentId : null }
  const rows = await findWebhooksOf(deps.database, owner, { before: page.beforeId, limit: page.limit + 1 })
  return { rows, page }
}

/** By id, for references: null where the caller may not see it. */
export async function findOwnWebhooks(
  deps: ServiceDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(WebhookRow | null)[]> {
  const rows = new Map((await findWebhooksEver(deps.database, ids)).map((row) => [row._id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    return row !== undefined && row.status !== 'deleted' && owns(principal, row) ? row : null
  })
}
