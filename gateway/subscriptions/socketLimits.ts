/** What one socket, and all sockets of one caller, may take. */
import type { MeterBounds } from './meter.ts'

export interface SocketLimits {
  readonly initTimeoutMs: number
  /** From connecting to connection_ack. */
  readonly pendingMs: number
  readonly pendingMax: number
  /** From our close frame to terminating a socket that does not reply to it. */
  readonly closeTimeoutMs: number
  /** Frames of any kind, of one socket and of all sockets of one caller. */
  readonly messages: MeterBounds
  readonly messagesOfCaller: MeterBounds
  readonly subscriptionsMax: number
  /** Open at once for one agent or organization, streams of server-sent events among them. */
  readonly socketsMax: number
  /** Of a socket, that wait for its connection: then results wait, and nothing more is read from it. */
  readonly heldBytes: number
  /** How long a connection may take nothing of what is sent, before its subscriptions end, and again before it is cut. */
  readonly stalledMs: number
  /** How often a socket that takes everything is asked whether its client is still there. */
  readonly keepAliveMs: number
  /** How often the standing of the caller is checked again, besides at once when it has changed. */
  readonly recheckMs: number
  /** And after a check that failed, since nobody tells of the same change twice. */
  readonly recheckAgainMs: number
  readonly messageMaxBytes: number
  /** Between signs of life of a stream of server-sent events. */
  readonly heartbeatMs: number
}

export const DEFAULT_SOCKET_LIMITS: SocketLimits = {
  initTimeoutMs: 3_000,
  pendingMs: 9_000,
  pendingMax: 1_000,
  closeTimeoutMs: 5_000,
  messages: { burst: 100, perSecond: 20 },
  messagesOfCaller: { burst: 500, perSecond: 100 },
  subscriptionsMax: 20,
  socketsMax: 100,
  heldBytes: 16 * 1024,
  stalledMs: 30_000,
  keepAliveMs: 12_000,
  recheckMs: 30_000,
  recheckAgainMs: 1_000,
  messageMaxBytes: 64 * 1024,
  heartbeatMs: 15_000,
}
