type Headers = { get(name: string): string | null } | Readonly<Record<string, string | string[] | undefined>>

export interface WebhookEnvelope {
  /** Unique for the event and endpoint, the same over all attempts. */
  readonly event_id: string
  readonly type: string
  readonly created_at: string
  readonly data: Readonly<Record<string, unknown>>
  /** The event itself, the same everywhere. */
  readonly source_event_id: string
  /** Its place in the organization's log, as lists and streams take it; absent of samples. */
  readonly cursor?: string
  /** 1, 2, 3 ... without gaps for each wallet; absent where the event is of none. */
  readonly wallet_seq?: number
}

export class WebhookRefused extends Error {
  readonly code: 'missing_header' | 'wrong_time' | 'wrong_signature'
}

/** @throws WebhookRefused */
export function verifyWebhook(delivery: {
  /** As it arrived, before it is parsed. */
  readonly body: string | Uint8Array
  readonly headers: Headers
  /** The whole text, `whsec_` included; while it is rotated both may be given. */
  readonly secret: string | readonly string[]
  /** How much older or newer than now a delivery may be; 300 by default. */
  readonly toleranceSeconds?: number
  readonly now?: Date
}): Promise<WebhookEnvelope>

/** The check of `X-Service-Signature` alone, which covers the body and no time. */
export function isServiceSignature(
  body: string | Uint8Array,
  header: string | string[] | null | undefined,
  secret: string,
): Promise<boolean>
