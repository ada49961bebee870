/** Rows -> what the graph shows. References to other subgraphs are stubs with an id; the gateway joins them. */

import { getAddress } from 'ethers/address'
import { type Clock, timeOf } from '../../shared/clock.ts'
import { invariant } from '../../shared/errors.ts'
import { mandateVersionId } from '../../shared/ids.ts'
import { parseAssetKey } from '../../shared/ledger/journal.ts'
import { type Amount, type Dollars, formatAmount, formatUnits, formatUsd } from '../../shared/money.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain } from '../../shared/tokens.ts'
import { walletStatus } from '../../shared/walletEvents.ts'
import type { ApprovalRow } from '../models/approvals.ts'
import type { BalanceRow } from '../models/balances.ts'
import type { DepositRow } from '../models/deposits.ts'
import type { HoldRow } from '../models/holds.ts'
import type { MismatchRow } from '../models/mismatches.ts'
import type { PaymentRow } from '../models/payments.ts'
import type { AppliedRate, PolicyReader, SpendGates } from '../ports.ts'
import { isShown } from '../rules/holds.ts'
import { nextStepOf, reasonOf } from '../rules/mismatches.ts'
import { failureReasonOf } from '../rules/paymentEvents.ts'
import { partyFields, screeningFields } from '../rules/screening.ts'
import type { WalletView } from '../services/readPayments.ts'
import { shapeApprovalDecision } from './approvalDecisionShape.ts'
import type { shapeCase } from './complianceShapes.ts'
import { shapeComplianceFreeze } from './freezeShape.ts'
import type { shapeLedgerTransaction } from './ledgerShapes.ts'
import type { shapeTransaction } from './transactionShape.ts'

export interface ShapeDeps {
  readonly policies: PolicyReader
  readonly clock: Clock
  /** Chains that carry no value: embedded nodes and test networks. */
  readonly simulatedChains: (mode: PaymentRow['mode'], chain: Chain) => boolean
  readonly chainsOf: (mode: PaymentRow['mode']) => Iterable<Chain>
  readonly trusting: SpendGates['trusting']
}

const stub = (id: string | null) => (id === null ? null : { id })
const versionStub = (mandateId: string | null, version: number | null) =>
  mandateId === null || version === null ? null : { id: mandateVersionId(mandateId, version) }
const iso = (at: Date | null) => at?.toISOString() ?? null

export function shapeFx(fx: AppliedRate) {
  return fx === null ? null : { rate: fx.rate, asOf: fx.asOf.toISOString() }
}

export type PaymentShape = ReturnType<typeof shapePayment>

export function shapePayment(deps: ShapeDeps, row: PaymentRow) {
  return {
    id: row._id,
    status: row.status,
    stage: row.stage,
    txHash: row.txHash,
    wallet: { id: row.walletId },
    walletId: row.walletId,
    agentId: row.agentId,
    mandateId: row.mandateId,
    agent: stub(row.agentId),
    mandate: stub(row.mandateId),
    mandateVersion: row.mandateVersion,
    mandateVersionRecord: versionStub(row.mandateId, row.mandateVersion),
    to: row.to,
    merchant: stub(row.merchantId),
    merchantDomain: row.merchant,
    category: row.category,
    amount: formatUnits(row.amount, row.token),
    ...{ token: row.token, chain: row.chain, usdAmount: formatUsd(row.usdMicro) },
    fx: shapeFx(row.fx),
    ...{ purpose: row.purpose, attemptsOmitted: row.attemptsOmitted ?? 0 },
    attempts: row.attempts.map(({ adapter, at, error }) => ({ adapter, at: at.toISOString(), error })),
    ...{ failureCode: row.failureCode, failureReason: failureReasonOf(row), failureMessage: row.failureMessage },
    ...screeningFields(row),
    approvalId: row.approvalId,
    holdId: row.holdId ?? null,
    ...{ checkout: stub(row.sessionId ?? null), order: stub(row.orderId ?? null) },
    refundedAmount: formatUnits(row.refundedAmount ?? 0n, row.token),
    executedBeforeKill: row.executedBeforeKill === true,
    storedDecision: row.decision,
    simulated: deps.simulatedChains(row.mode, row.chain),
    policyEvaluatedAt: row.policyEvaluatedAt.toISOString(),
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    completedAt: iso(row.completedAt),
  }
}

/** Without what only its reference knows. */
export type LedgerTransactionShape = ReturnType<typeof shapeLedgerTransaction>
export type ComplianceCaseShape = ReturnType<typeof shapeCase>

export type HoldShape = ReturnType<typeof shapeHold>

export function shapeHold(row: HoldRow) {
  const { token, stage } = row
  invariant(isShown(stage), `hold ${row._id} is shown while it is ${stage}`)
  return {
    id: row._id,
    status: stage,
    walletId: row.walletId,
    agentId: row.agentId,
    mandateId: row.mandateId,
    agent: stub(row.agentId),
    mandate: stub(row.mandateId),
    mandateVersion: row.mandateVersion,
    mandateVersionRecord: versionStub(row.mandateId, row.mandateVersion),
    amount: formatUnits(row.amount, token),
    capturedAmount: formatUnits(row.capturedAmount, token),
    releasedAmount: formatUnits(stage === 'created' ? 0n : row.amount - row.capturedAmount, token),
    ...{ token, chain: row.chain, usdAmount: formatUsd(row.usdMicro) },
    merchant: row.merchant ?? row.merchantId ?? row.toText,
    to: row.to === '' ? null : row.to,
    ...{ purpose: row.purpose, ...partyFields(row), voidReason: row.voidReason },
    voidNote: row.voidNote,
    paymentId: row.paymentId,
    approvalId: row.approvalId,
    metadata: row.metadata,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    capturedAt: iso(row.capturedAt),
    voidedAt: iso(row.voidedAt),
  }
}

export type WalletShape = ReturnType<typeof shapeWallet>

/** A key held in one place is never called MPC. */
const WALLET_TYPES = { local: 'custodial', external: 'external' } as const satisfies Record<
  WalletView['row']['custody'],
  string
>

export function shapeWallet(deps: ShapeDeps, { row, position }: WalletView) {
  const balances = Object.entries(position.balances).map(([asset, held]) =>
    shapeBalance(row.mode, { walletId: row._id, asset, balances: held }),
  )
  return {
    id: row._id,
    name: row.name,
    ...{ type: WALLET_TYPES[row.custody], custody: row.custody },
    address: row.address,
    addresses: [...deps.chainsOf(row.mode)]
      .filter((chain) => chain === (row.contractChain ?? chain))
      .map((chain) => ({ chain, address: row.address })),
    status: walletStatus(position),
    ...{ frozenReason: position.frozen?.reason ?? null, frozenBy: position.frozen?.by ?? null },
    frozenSource: position.frozen?.source ?? null,
    frozenAt: iso(position.frozen?.at ?? null),
    complianceFreeze: shapeComplianceFreeze(position),
    agentId: row.agentId,
    mandateId: position.mandate?.mandateId ?? null,
    orgId: row.orgId,
    agent: stub(row.agentId),
    mandate: stub(position.mandate?.mandateId ?? null),
    policy: position.mandate === null ? null : deps.policies.describePolicy(position.mandate.policy),
    usage: deps.policies.describeUsage(position, timeOf(deps.clock, row)),
    organization: { id: row.orgId },
    ...{ balances, holdings: { mode: row.mode, balances: position.balances } },
    asOf: timeOf(deps.clock, row).toISOString(),
    sequence: position.seq,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export type ReconciliationMismatchShape = ReturnType<typeof shapeMismatch>

export function shapeMismatch(row: MismatchRow) {
  const { kind, state, resolution, walletId, paymentId, depositId, token, chain } = row
  return {
    ...{ id: row._id, kind, state, resolution, walletId, paymentId, depositId, token, chain },
    ...{ reason: reasonOf(row), nextStep: nextStepOf(row), resolvedByKeyId: row.resolvedBy ?? null },
    txHash: row.transfer?.txHash ?? null,
    ...{ expected: formatUnits(BigInt(row.expected), token), found: formatUnits(BigInt(row.found), token) },
    missing: formatUnits(row.missing, token),
    ...{ openedAt: row.openedAt.toISOString(), resolvedAt: iso(row.resolvedAt) },
    updatedAt: row.updatedAt.toISOString(),
  }
}

export type RefundShape = ReturnType<typeof shapeRefund>

export function shapeRefund({ _id: depositId, refund, refundedAt, isGone, from, txHash, ...row }: DepositRow) {
  const isRefund = refund !== undefined && refundedAt !== undefined && from !== null && txHash !== null
  invariant(isRefund, `deposit ${depositId} is no refund`)
  const { token, chain } = row
  return {
    ...{ paymentId: refund.paymentId, depositId, token, chain, txHash, linkedBy: refund.linkedBy },
    status: isGone === true ? ('reversed' as const) : ('completed' as const),
    amount: formatUnits(refund.amount, token),
    from: getAddress(from),
    createdAt: refundedAt.toISOString(),
  }
}

export type ApprovalShape = ReturnType<typeof shapeApproval>

export function shapeApproval(row: ApprovalRow) {
  const { requestedBy: by } = row
  return {
    id: row._id,
    status: row.status,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subjectHash: row.subjectHash,
    walletId: row.walletId,
    agentId: row.agentId,
    agent: stub(row.agentId),
    amount: formatAmount({ units: row.amount, token: row.token } as Amount | Dollars),
    token: row.token,
    chain: row.chain,
    to: row.to === '' ? null : row.to,
    merchant: row.merchant,
    amountUsd: formatUsd(row.usdMicro),
    requestedBy: by.kind === 'agent' ? by.agentId : by.keyId,
    orgId: row.orgId,
    reason: row.reason,
    purpose: row.purpose,
    comment: row.comment,
    requiredApprovals: row.requiredApprovals,
    decisions: row.decisions.map((one) => shapeApprovalDecision(row._id, one)),
    mandateId: row.mandateId,
    mandateVersion: row.mandateVersion,
    mandateVersionRecord: versionStub(row.mandateId, row.mandateVersion),
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    resolvedAt: iso(row.resolvedAt),
  }
}

export type ApprovalDecisionShape = ReturnType<typeof shapeApprovalDecision>

/** Without the block, which costs a read of its own. */
export type BalanceShape = ReturnType<typeof shapeBalance>

export function shapeBalance(mode: Mode, { walletId, asset, balances }: Omit<BalanceRow, '_id'>) {
  const { chain, token } = parseAssetKey(asset)
  const { available, held, inFlight, blocked, onChain } = balances
  return {
    network: `${mode}:${chain}`,
    walletId,
    token,
    chain,
    available: formatUnits(available, token),
    held: formatUnits(held, token),
    inFlight: formatUnits(inFlight, token),
    blocked: formatUnits(blocked, token),
    total: formatUnits(available + held + inFlight + blocked, token),
    onChain: formatUnits(onChain, token),
  }
}

export type TransactionShape = ReturnType<typeof shapeTransaction>
