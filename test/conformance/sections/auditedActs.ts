/**
 * Domain 3: every mutation of the graph that was done in this run, over either carrier, left a record in the audit log with who
 * it was and the id of the request, and those that change something with before and after. Which mutations there are, the
 * composed graph says.
 */
import { readFileSync } from 'node:fs'
import { Kind, parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Operation } from '../../support/carriers.ts'
import { GRAPH_OPERATIONS } from '../../support/graphOperations.ts'
import type { Given } from '../../support/scene.ts'

const SUPERGRAPH = new URL('../../../schema/supergraph.graphql', import.meta.url)
const MUTATIONS = parse(readFileSync(SUPERGRAPH, 'utf8')).definitions.flatMap((one) =>
  one.kind === Kind.OBJECT_TYPE_DEFINITION && one.name.value === 'Mutation'
    ? (one.fields ?? []).map(({ name }) => name.value)
    : [],
)

/** Recorded with who and when, and without before and after: why there are none. */
const WITHOUT_CHANGES: Readonly<Record<string, string>> = byName({
  'a hold, deposit or refund: its own row and ledger are the record, and its event says what it is now':
    'captureHold voidHold extendHold unblockDeposit linkRefund unlinkRefund',
  'a purchase: the session, the order and the charge keep what has happened to them':
    'createCheckout updateCheckout cancelCheckout payCheckout endCharge',
  'dollars and quotes: the payment keeps each step, and the ledger each cent': `fundTreasury retryTreasuryPayment
    cancelTreasuryPayment createBookTransfer createConversionQuote cancelConversionQuote`,
  'plays the bank or the card network': 'simulateTreasuryPaymentEvent simulateCardVoid simulateCardReturn',
  'test money, which arrives as a deposit': 'faucet',
  'a secret, of which nothing is recorded': 'rotateMerchantSecret',
  'changes nothing that stays: a token, a question, a comparison, a message sent once more': `issueToken
    createOwnershipChallenge reconcileWallet testWebhook replayWebhook retryDelivery notifyRefund`,
})

/** No operation of the carriers makes them: they have tests of their own. */
const ELSEWHERE: Readonly<Record<string, string>> = byName({
  'is signed by a merchant, of whom no credential is known': 'receiveOrderEvent',
})

/** Without a record where nothing is stored: what is there already. */
const SOMETIMES_NOTHING: Readonly<Record<string, string>> = byName({
  'the feed that the merchant has': 'setProductFeed importProductFeed',
})

function byName(why: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(why).flatMap(([reason, names]) => names.split(/\s+/).map((name) => [name, reason]))
  return Object.fromEntries(named)
}

const done = new Map<string, Set<string>>()

/** Told of every answer of the run. */
export function recordDone(operation: Operation, { refused, replayed, headers }: Answer): void {
  const requestId = headers.get('x-request-id')
  const { root } = GRAPH_OPERATIONS[operation]
  if (refused !== null || replayed || requestId === null) return
  done.set(root, (done.get(root) ?? new Set()).add(requestId))
}

interface Row {
  readonly _id: string
  readonly by?: { readonly id?: string; readonly operation: string; readonly requestId: string }
  readonly changes?: readonly object[]
}

/** At the end of the suite. */
export function auditedActs({ carrierName, service }: Given): void {
  if (carrierName !== 'rest') return
  describe('A.11 every mutation of the graph leaves a record', () => {
    const byRequest = new Map<string, Row[]>()
    beforeAll(async () => {
      const rows = service()
        .database.collection<Row>('events')
        .find({ by: { $exists: true } })
      for await (const row of rows.project<Row>({ by: 1, changes: 1 })) {
        const id = row.by?.requestId ?? ''
        byRequest.set(id, [...(byRequest.get(id) ?? []), row])
      }
    })

    test('and those without before and after, or without a record here, exist', () => {
      const named = [WITHOUT_CHANGES, ELSEWHERE, SOMETIMES_NOTHING].flatMap((one) => Object.keys(one))
      expect(named.filter((name) => !MUTATIONS.includes(name))).toEqual([])
    })

    test.each(MUTATIONS)('%s', (operation) => {
      const requests = [...(done.get(operation) ?? [])]
      const records = requests.map((id) => (byRequest.get(id) ?? []).filter(({ by }) => by?.operation === operation))
      const unrecorded = requests.filter((_id, index) => records[index]?.length === 0)
      if (SOMETIMES_NOTHING[operation] === undefined) expect(unrecorded, 'done without a record').toEqual([])
      else expect(unrecorded.length, 'done without a record').toBeLessThan(requests.length)
      expect(requests.length > 0, 'done in this run').toBe(ELSEWHERE[operation] === undefined)
      expect(records.flat().every(({ by }) => by?.id !== undefined)).toBe(true)
      const changes = records.flat().flatMap((row) => row.changes ?? [])
      if (requests.length > 0)
        expect(changes.length > 0, 'with before and after').toBe(WITHOUT_CHANGES[operation] === undefined)
    })
  })
}
