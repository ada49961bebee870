/**
 * The policy language and its evaluation, over as many cases as the size says: canonical text and wire form read back to
 * the same policy, any text is understood whole or refused with a place in it, a word put into a policy refuses it, the
 * time of reading grows with the text and nothing else, and every decision is that of the rules written down a second
 * time, plainly (domain 6).
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { evaluatePolicy, type PolicyInput } from '../../subgraphs/mandates/rules/evaluatePolicy.ts'
import { formatPolicy } from '../../subgraphs/mandates/rules/formatPolicy.ts'
import { parsePolicy } from '../../subgraphs/mandates/rules/parsePolicy.ts'
import { normalizePolicy, type Policy, policyFromWire, policyToWire } from '../../subgraphs/mandates/rules/policy.ts'
import { policies, spends, texts } from './policyCases.ts'
import {
  createFaultyParse,
  findSilentInsertions,
  measureTimes,
  parse as parseText,
  type Times,
} from './policyLanguage.ts'
import type { ProofInput, ProofResult } from './proof.ts'

const CASES = { ci: 500, full: 100_000 } as const
/** Enough to be noticed. */
const FAULT_CASES = 500
const INSERTIONS = { ci: 2_000, full: null } as const
const EXPONENT_MAX = 1.2
const MEASUREMENTS_MAX = 3

interface Property {
  readonly name: string
  readonly check: fc.IRawProperty<unknown>
}

export async function provePolicy({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const runs = Math.floor((fault ? FAULT_CASES : CASES[size]) / 5)
  const breaches: string[] = []
  let cases = 0
  for (const { name, check } of properties(fault)) {
    const run = fc.check(check as fc.IProperty<unknown>, { numRuns: runs, seed })
    cases += run.numRuns
    if (run.failed)
      breaches.push(`${name}: ${String(run.errorInstance ?? 'false')} for ${fc.stringify(run.counterexample)}`)
  }
  const parse = fault ? createFaultyParse() : parseText
  const inserted = findSilentInsertions({ seed, casesMax: fault ? 300 : INSERTIONS[size], parse })
  breaches.push(...inserted.breaches)
  const { p50Ms, maxMs, exponent } = measure(parse, fault ? 1 : MEASUREMENTS_MAX)
  if (exponent >= EXPONENT_MAX) breaches.push(`time grows with the length to the power of ${exponent.toFixed(2)}`)
  const round = (value: number) => Math.round(value * 100) / 100
  const times = { p50_ms_4000: round(p50Ms), max_ms_4000: round(maxMs), exponent: round(exponent) }
  return { figures: { cases, properties: properties(false).length, insertions: inserted.cases, ...times }, breaches }
}

/** What else the machine does can only add to a time: one measurement below the bound is the parser's. */
function measure(parse: typeof parseText, times: number): Times {
  const measured = measureTimes(parse)
  return measured.exponent < EXPONENT_MAX || times === 1 ? measured : measure(parse, times - 1)
}

const properties = (fault: boolean): readonly Property[] => [
  { name: 'text round trip', check: property(policies, readsBack) },
  { name: 'wire round trip', check: property(policies, wireReadsBack) },
  { name: 'any text', check: property(texts, isWhole) },
  { name: 'decision', check: property(spends, (input) => isAsWritten(input, fault)) },
  { name: 'less is never worse', check: property(spends, isMonotonic) },
]

function property<T>(of: fc.Arbitrary<T>, holds: (value: T) => boolean): fc.IRawProperty<unknown> {
  return fc.property(of, holds) as unknown as fc.IRawProperty<unknown>
}

function readsBack(policy: Policy): boolean {
  const answer = parsePolicy(formatPolicy(policy))
  const normal = normalizePolicy(policy)
  return answer.ok && isDeepStrictEqual(answer.policy, normal) && answer.canonicalText === formatPolicy(normal)
}

function wireReadsBack(policy: Policy): boolean {
  const read = policyFromWire(JSON.parse(JSON.stringify(policyToWire(policy))))
  return isDeepStrictEqual(read, { ok: true, policy: normalizePolicy(policy) })
}

function isWhole(text: string): boolean {
  const answer = parsePolicy(text)
  if (!answer.ok)
    return (
      answer.problems.length > 0 &&
      answer.problems.every(({ span }) => span.start <= span.end && span.end <= text.length)
    )
  const again = parsePolicy(answer.canonicalText)
  return again.ok && isDeepStrictEqual(again.policy, answer.policy)
}

/** With the fault, the second writing forgets what is reserved. */
function isAsWritten(input: PolicyInput, fault: boolean): boolean {
  const decision = evaluatePolicy(input)
  return decision.outcome === expected(input, fault) && isDeepStrictEqual(decision, evaluatePolicy(input))
}

/** The rules of domain 6.2 without order, figures or words. */
function expected({ mandate, at, usdMicro, merchant, usage, thresholdSatisfied }: PolicyInput, fault: boolean): string {
  if (mandate === null || mandate.status === 'revoked') return 'deny'
  if (mandate.expiresAt !== null && at.getTime() >= mandate.expiresAt.getTime()) return 'deny'
  const { policy } = mandate
  const { category } = merchant
  if (policy.blockedCategories.includes(category)) return 'deny'
  if (policy.allowedCategories.length > 0 && !policy.allowedCategories.includes(category)) return 'deny'
  if (policy.maxPerTransaction !== null && usdMicro > policy.maxPerTransaction) return 'deny'
  for (const [limit, window] of [
    [policy.dailyLimit, usage.day],
    [policy.monthlyLimit, usage.month],
  ] as const)
    if (limit !== null && usdMicro + window.net + (fault ? 0n : window.reserved) > limit) return 'deny'
  const isAbove = policy.approvalThreshold !== null && usdMicro > policy.approvalThreshold
  return isAbove && !thresholdSatisfied ? 'approval_required' : 'allow'
}

const RANK: Readonly<Record<string, number>> = { allow: 0, approval_required: 1, deny: 2 }

function isMonotonic(input: PolicyInput): boolean {
  const rank = (usdMicro: bigint) => RANK[evaluatePolicy({ ...input, usdMicro }).outcome] ?? 3
  return rank(input.usdMicro / 2n) <= rank(input.usdMicro)
}
