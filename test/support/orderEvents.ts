/** What merchants tell of orders, over both carriers: the text is what is signed. */
import { createHmac } from 'node:crypto'
import { type Answer, type Body, type Caller, type Carrier, headersOf, postGraph, send } from './carriers.ts'

const DOCUMENT = `mutation ($input: ReceiveOrderEventInput!) { receiveOrderEvent(input: $input) { received duplicate } }`

const macOf = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/**
 * @param at seconds since 1970, for the form of signature that tells its time
 * @param by whose key is sent beside the signature
 */
export async function tellOfOrder(
  { name, url }: Carrier,
  event: Body,
  secret: string,
  at?: number,
  by: Caller = {},
): Promise<Answer> {
  const payload = JSON.stringify(event)
  const signature =
    at === undefined ? `sha256=${macOf(secret, payload)}` : `t=${at},v1=${macOf(secret, `${at}.${payload}`)}`
  if (name === 'rest') {
    const signed = at === undefined ? { 'x-service-signature': signature } : { 'merchant-signature': signature }
    const headers = { 'content-type': 'application/json', ...signed, ...headersOf(by) }
    return send(`${url}/acp/webhooks`, { method: 'POST', headers, body: payload })
  }
  return payloadOf(await postGraph(url, DOCUMENT, { input: { payload, signature } }, by))
}

/** Unsigned, by whoever has the merchant's own key. */
export async function reportOrder({ name, url }: Carrier, event: Body, by: Caller): Promise<Answer> {
  const payload = JSON.stringify(event)
  if (name === 'graphql') return payloadOf(await postGraph(url, DOCUMENT, { input: { payload } }, by))
  const headers = { 'content-type': 'application/json', ...headersOf(by) }
  return send(`${url}/acp/webhooks`, { method: 'POST', headers, body: payload })
}

function payloadOf(answer: Answer): Answer {
  const { data } = answer.body as { data?: { receiveOrderEvent?: Body | null } | null }
  return { ...answer, body: data?.receiveOrderEvent ?? {} }
}
