import type { ClientOptions } from 'graphql-ws'

/** Options of a graphql-ws client whose subscriptions resume after the last event that was received. */
export function resumeSubscriptions(options: ClientOptions): ClientOptions
