/** Reads of endpoints. One of another owner is reported as not found. */
import type { Page } from '../../shared/connections.ts'
import { idsOf, isId } from '../../shared/ids.ts'
import { inOrderOf, owns, type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import {
  findWebhook,
  findWebhookPage,
  findWebhooksWithDeleted,
  type WebhookListArguments,
  type WebhookRow,
} from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { viewerOf } from '../rules/visibility.ts'

export async function getWebhook(
  deps: Pick<ServiceDeps, 'database'>,
  principal: Principal,
  { webhookId }: { readonly webhookId: string },
): Promise<WebhookRow> {
  const row = isId('webhook', webhookId) ? await findWebhook(deps.database, webhookId) : null
  return requireOwned(principal, row, 'webhook')
}

export async function listWebhooks(
  deps: ServiceDeps,
  principal: Principal,
  args: WebhookListArguments,
): Promise<Page<WebhookRow>> {
  return findWebhookPage(deps.database, viewerOf(requireCaller(principal)), args)
}

/** By id, for references: null when the caller may not see it. */
export async function findOwnWebhooks(
  deps: ServiceDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(WebhookRow | null)[]> {
  const isVisible = (row: WebhookRow) => row.status !== 'deleted' && owns(principal, row)
  return inOrderOf(ids, await findWebhooksWithDeleted(deps.database, idsOf('webhook', ids)), isVisible)
}
