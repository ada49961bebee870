/** The collections of payments with their indexes. */
import type { Database } from '../shared/database.ts'
import { APPROVALS, approvalSchema } from './models/approvals.ts'
import { CASES, caseSchema } from './models/cases.ts'
import { registerFxRates } from './models/fxRates.ts'
import { HOLDS, holdSchema } from './models/holds.ts'
import { JOURNALS, journalSchema } from './models/journals.ts'
import { FORMER_PAYMENT_INDEXES, paymentSchema } from './models/paymentIndexes.ts'
import { PAYMENTS } from './models/payments.ts'
import { registerRefusals } from './models/refusals.ts'
import { registerScreeningLists } from './models/screeningLists.ts'
import { SCREENINGS, screeningSchema } from './models/screenings.ts'
import { registerTrustChanges } from './models/trustChanges.ts'
import { WALLET_PROOFS, walletProofSchema } from './models/walletProofs.ts'
import { WALLETS, walletSchema } from './models/wallets.ts'
import { registerSettlementModels } from './settlement/settle.ts'

export function registerCollections(database: Database): void {
  database.model(paymentSchema, PAYMENTS, FORMER_PAYMENT_INDEXES)
  database.model(walletSchema, WALLETS)
  database.model(walletProofSchema, WALLET_PROOFS)
  database.model(approvalSchema, APPROVALS)
  database.model(holdSchema, HOLDS)
  database.model(journalSchema, JOURNALS)
  database.model(screeningSchema, SCREENINGS)
  database.model(caseSchema, CASES)
  registerSettlementModels(database)
  registerFxRates(database)
  registerScreeningLists(database)
  registerRefusals(database)
  registerTrustChanges(database)
}
