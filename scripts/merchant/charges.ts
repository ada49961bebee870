/**
 * A payment processor as it would be written for this service: it answers each question about a charge that is signed, and says
 * the same about one charge whenever it is asked. For commands, proofs and tests, which choose how it behaves.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../localServer.ts'
import { isSigned } from '../webhookSignature.ts'

/** silent: no answer ever comes. lost: it decides, approving, and the connection breaks before the answer. broken: an error. */
export type Behavior = 'approve' | 'decline' | 'silent' | 'lost' | 'broken'

export interface Asked {
  readonly charge_id: string
  readonly order_id: string
  readonly session_id: string
  readonly payment_id: string
  readonly amount_minor: number
  readonly mode: string
}

export interface ChargeDesk {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Every question, in order. */
  readonly questions: readonly Asked[]
  /** What it has decided, by charge. */
  readonly verdicts: ReadonlyMap<string, 'approved' | 'declined'>
}

/** @param behave asked at each question about a charge that is not decided yet */
export function openChargeDesk(
  secret: string,
  behave: (asked: Asked, times: number) => Behavior = () => 'approve',
): ChargeDesk {
  const questions: Asked[] = []
  const verdicts = new Map<string, 'approved' | 'declined'>()
  return {
    questions,
    verdicts,
    async handle(request, response) {
      const raw = await readBody(request)
      if (!isSigned(raw, request.headers['x-service-signature'], secret)) return void response.writeHead(401).end()
      const asked: Asked = JSON.parse(raw.toString())
      const { charge_id } = asked
      questions.push(asked)
      const times = questions.filter((one) => one.charge_id === charge_id).length
      const known = verdicts.get(charge_id)
      const behavior = known === undefined ? behave(asked, times) : known === 'approved' ? 'approve' : 'decline'
      if (behavior === 'silent') return
      if (behavior === 'broken') return void response.writeHead(500).end()
      const verdict = behavior === 'decline' ? 'declined' : 'approved'
      verdicts.set(charge_id, verdict)
      if (behavior === 'lost') return void request.socket.destroy()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ charge_id, verdict, reason: verdict === 'declined' ? 'Not today.' : null }))
    },
  }
}
