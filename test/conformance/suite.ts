/**
 * The sections of the specification over one topology: those about the interface over both carriers, those about
 * HTTP itself once. The books are checked last, when everything has happened.
 */
import { afterAll, beforeAll, describe } from 'vitest'
import { type Carrier, type CarrierName, createCarrier } from '../support/carriers.ts'
import type { Given } from '../support/scene.ts'
import { startTestService, type TestService, type Topology } from '../support/startService.ts'
import { acp } from './sections/acp.ts'
import { acpProtocol } from './sections/acpProtocol.ts'
import { acpProtocolInShort } from './sections/acpProtocolInShort.ts'
import { agents } from './sections/agents.ts'
import { alerts } from './sections/alerts.ts'
import { ap2Intents } from './sections/ap2Intents.ts'
import { approvals } from './sections/approvals.ts'
import { approvalsInAdvance } from './sections/approvalsInAdvance.ts'
import { auditedActs, recordDone } from './sections/auditedActs.ts'
import { auditLog } from './sections/auditLog.ts'
import { authentication } from './sections/authentication.ts'
import { books } from './sections/books.ts'
import { cardClearings } from './sections/cardClearings.ts'
import { cardDecisions } from './sections/cardDecisions.ts'
import { cards } from './sections/cards.ts'
import { caseAssignments } from './sections/caseAssignments.ts'
import { clock } from './sections/clock.ts'
import { compliance } from './sections/compliance.ts'
import { conversions } from './sections/conversions.ts'
import { delivered } from './sections/delivered.ts'
import { discovery } from './sections/discovery.ts'
import { dollarTransactions } from './sections/dollarTransactions.ts'
import { dryRun } from './sections/dryRun.ts'
import { earlierClients } from './sections/earlierClients.ts'
import { enrolmentKeys } from './sections/enrolmentKeys.ts'
import { errors } from './sections/errors.ts'
import { errorTypes, recordErrorType } from './sections/errorTypes.ts'
import { eventStreams } from './sections/eventStreams.ts'
import { expiry } from './sections/expiry.ts'
import { externalWallets } from './sections/externalWallets.ts'
import { fees } from './sections/fees.ts'
import { freezes } from './sections/freezes.ts'
import { graph } from './sections/graph.ts'
import { graphOfPayments } from './sections/graphOfPayments.ts'
import { graphOfPurchases } from './sections/graphOfPurchases.ts'
import { holds } from './sections/holds.ts'
import { hostileInput } from './sections/hostileInput.ts'
import { idempotency } from './sections/idempotency.ts'
import { idempotencyEverywhere } from './sections/idempotencyEverywhere.ts'
import { keys } from './sections/keys.ts'
import { killSwitches } from './sections/killSwitches.ts'
import { killSwitchRights } from './sections/killSwitchRights.ts'
import { kya } from './sections/kya.ts'
import { mandates } from './sections/mandates.ts'
import { mandatesInForce } from './sections/mandatesInForce.ts'
import { merchantKeys } from './sections/merchantKeys.ts'
import { merchants } from './sections/merchants.ts'
import { openApi, recordAnswers } from './sections/openApi.ts'
import { organizationKeys } from './sections/organizationKeys.ts'
import { organizations } from './sections/organizations.ts'
import { ownership } from './sections/ownership.ts'
import { payments } from './sections/payments.ts'
import { policies } from './sections/policies.ts'
import { refunds } from './sections/refunds.ts'
import { errorCatalogue, recordRefusal, refusals } from './sections/refusals.ts'
import { registration } from './sections/registration.ts'
import { sandbox, sandboxEnds } from './sections/sandbox.ts'
import { screenings } from './sections/screenings.ts'
import { sessionProof } from './sections/sessionProof.ts'
import { sessions, sessionsExpire } from './sections/sessions.ts'
import { subscriptions } from './sections/subscriptions.ts'
import { tokens } from './sections/tokens.ts'
import { tokensAndChains } from './sections/tokensAndChains.ts'
import { toldRefusals } from './sections/toldRefusals.ts'
import { transactions } from './sections/transactions.ts'
import { travelRule } from './sections/travelRule.ts'
import { treasury } from './sections/treasury.ts'
import { treasuryBankAccounts } from './sections/treasuryBankAccounts.ts'
import { treasuryEvents } from './sections/treasuryEvents.ts'
import { treasuryInTime } from './sections/treasuryInTime.ts'
import { treasuryPayments } from './sections/treasuryPayments.ts'
import { treasuryReconciliation } from './sections/treasuryReconciliation.ts'
import { treasuryReviews } from './sections/treasuryReviews.ts'
import { walletCreation } from './sections/walletCreation.ts'
import { wallets } from './sections/wallets.ts'
import { webhooks } from './sections/webhooks.ts'

const CARRIERS: readonly CarrierName[] = ['rest', 'graphql']
/** About rules that no topology can change: in one process alone, so that the whole run keeps within its time. */
const IN_PROCESS = [
  eventStreams,
  sandbox,
  compliance,
  caseAssignments,
  screenings,
  travelRule,
  kya,
  auditLog,
  fees,
  alerts,
  refusals,
  toldRefusals,
  policies,
  tokensAndChains,
  sessions,
  dryRun,
  ap2Intents,
  mandatesInForce,
  approvalsInAdvance,
  dollarTransactions,
  treasuryReconciliation,
  treasuryReviews,
  cardDecisions,
  cardClearings,
  idempotencyEverywhere,
  hostileInput,
  keys,
  merchants,
  walletCreation,
  externalWallets,
  enrolmentKeys,
  organizationKeys,
  organizations,
  killSwitchRights,
  treasuryBankAccounts,
  treasuryPayments,
  treasuryInTime,
]
/** In one process. With remote subgraphs over one of the two, in turn. */
const OVER_EACH_CARRIER = [
  transactions,
  refunds,
  webhooks,
  agents,
  treasury,
  conversions,
  cards,
  registration,
  tokens,
  payments,
  holds,
  acp,
  idempotency,
  wallets,
  authentication,
  ownership,
  mandates,
  approvals,
  freezes,
  killSwitches,
  merchantKeys,
]
const ONCE = [
  ...[discovery, graph, graphOfPayments, graphOfPurchases, subscriptions, treasuryEvents, errors],
  earlierClients,
]
/** In this order: time is moved when nothing is on its way any more, and the books are closed at the end. */
const IN_PROCESS_AT_THE_END = [
  sandboxEnds,
  sessionsExpire,
  sessionProof,
  expiry,
  errorCatalogue,
  errorTypes,
  auditedActs,
]
const OVER_EACH_CARRIER_AT_THE_END = [expiry]
const AT_THE_END = [clock, books]

export function conformance(topology: Topology): void {
  const isInProcess = topology === 'in process'
  const atTheEnd = isInProcess ? IN_PROCESS_AT_THE_END : OVER_EACH_CARRIER_AT_THE_END
  describe(`the service, ${topology}`, () => {
    let service: TestService | undefined
    const given = (carrierName: CarrierName): Given => {
      let carrier: Carrier | undefined
      return {
        carrierName,
        service: () => {
          if (service === undefined) throw new Error('the service does not run')
          return service
        },
        carrier: () => {
          if (service === undefined) throw new Error('the service does not run')
          carrier ??= createCarrier(carrierName, service, (operation, answer) => {
            recordRefusal(carrierName, operation, answer)
            recordErrorType(carrierName, answer)
            recordDone(operation, answer)
            if (carrierName === 'rest') recordAnswers(operation, answer)
          })
          return carrier
        },
      }
    }

    beforeAll(async () => {
      service = await startTestService('conformance', topology)
    })
    afterAll(async () => {
      await service?.stop()
    })

    for (const section of isInProcess ? [acpProtocol, ...ONCE] : [acpProtocolInShort, ...ONCE]) section(given('rest'))
    for (const [turn, carrierName] of CARRIERS.entries())
      describe(`over ${carrierName}`, () => {
        for (const section of isInProcess ? IN_PROCESS : []) section(given(carrierName))
        for (const [index, section] of OVER_EACH_CARRIER.entries())
          if (isInProcess || (index + turn) % CARRIERS.length === 0) section(given(carrierName))
      })
    openApi(given('rest'))
    delivered(given('rest'))
    for (const section of atTheEnd) for (const carrierName of CARRIERS) section(given(carrierName))
    for (const section of AT_THE_END) section(given('rest'))
  })
}
