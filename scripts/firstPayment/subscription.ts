// The payment's events over a GraphQL subscription. It starts after a cursor, so that no event is missed while it is being
// set up.
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { StepFailure } from './serviceClient.ts'

interface SubscribedEvent {
  readonly type: string
  readonly cursor: string
  readonly resourceId: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Subscription {
  waitFor(matches: (event: SubscribedEvent) => boolean): Promise<SubscribedEvent>
  close(): void
}

const QUERY = `subscription ($walletId: ID!, $after: String) {
  paymentEvents(walletId: $walletId, after: $after) { type cursor resourceId data }
}`

export function subscribeToPayments(options: {
  readonly baseUrl: string
  readonly token: string
  readonly walletId: string
  readonly after: string
}): Subscription {
  const client = createClient({
    url: `${options.baseUrl.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${options.token}` },
    retryAttempts: 0,
  })
  const events: SubscribedEvent[] = []
  let ended: StepFailure | undefined
  let check = () => {}
  const end = (reason: string) => {
    ended ??= new StepFailure(`the subscription ended: ${reason}`)
    check()
  }
  client.subscribe<{ paymentEvents: SubscribedEvent }>(
    { query: QUERY, variables: { walletId: options.walletId, after: options.after } },
    {
      next({ data, errors }) {
        if (data) events.push(data.paymentEvents)
        if (errors) return end(JSON.stringify(errors))
        check()
      },
      error: (cause) => end(describe(cause)),
      complete: () => end('the service completed it'),
    },
  )
  return {
    waitFor: (matches) =>
      new Promise((resolve, reject) => {
        check = () => {
          const found = events.find(matches)
          if (found !== undefined) resolve(found)
          else if (ended !== undefined) reject(ended)
        }
        check()
      }),
    close: () => void client.dispose(),
  }
}

function describe(cause: unknown): string {
  if (cause instanceof Error) return cause.message
  if (typeof cause === 'object' && cause !== null && 'code' in cause && 'reason' in cause)
    return `${cause.code} ${cause.reason}`
  return JSON.stringify(cause)
}
