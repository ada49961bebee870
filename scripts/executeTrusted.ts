/** One operation of the manifest through the gateway in this process, on the path of a REST call without its socket. */
import type { RunningService } from '../gateway/service.ts'
import { newId } from '../subgraphs/shared/ids.ts'
import type { Principal } from '../subgraphs/shared/principal.ts'

/** @throws Error with the errors of the response */
export async function executeTrusted<T>(
  { gateway }: Pick<RunningService, 'gateway'>,
  operation: string,
  principal: Principal,
  input: object,
): Promise<T> {
  const context = { principal, requestId: newId('request'), loaders: new Map() }
  const { data, errors } = await gateway.graph.executeTrusted(operation, { input }, context)
  if (errors !== undefined || !data) throw new Error(`${operation}: ${JSON.stringify(errors)}`)
  return Object.values(data)[0] as T
}
