// "Require approval above $25", in any order of words. The field means approval above an amount and nothing else, so
// below, from, per day and for one category are refused. The surprise: "approve" alone could mean the opposite and counts
// only together with "must" or "needs".
import {
  isBoundary,
  kindAt,
  nextPartEnd,
  type Range,
  type Reader,
  type Refusal,
  refuse,
  refuseToken,
  tokenAt,
  unreadable,
} from './reader.ts'
import { VAGUE_AMOUNT } from './signals.ts'
import type { Kind } from './tokens.ts'

const FILLER = new Set<Kind>(
  'approval approve require threshold unitTransaction det every always spend human subject polite before by be may for of on to keep amountNoun per'.split(
    ' ',
  ) as Kind[],
)
/** Words that would make it another rule than approval above an amount. */
const OTHER_RULES = new Set<Kind>(
  'under cap at neg nothing block unitDay unitMonth adverbDay adverbMonth everyDay total limit budget category domain days clock zone hourLabel except'.split(
    ' ',
  ) as Kind[],
)
const UNIVERSAL = new Set([
  'all',
  'each',
  'every',
  'any',
  'everything',
  'anything',
  'always',
  'each and every',
  'any single',
  'any one',
])

interface Tally {
  /** "approval", "sign-off", "ask me". */
  asks: number
  /** "approve", "approved". */
  approves: number
  requires: number
  thresholds: number
  overs: number
  isUniversal: boolean
  readonly amounts: number[]
}

export function readApproval(reader: Reader): Refusal | null {
  const from = reader.at
  const tally: Tally = { asks: 0, approves: 0, requires: 0, thresholds: 0, overs: 0, isUniversal: false, amounts: [] }
  let index = from
  for (; ; index++) {
    if (isBoundary(reader, index)) {
      if (!continuesAfter(reader, index, tally)) break
      continue
    }
    const refusal = take(reader, index, tally)
    if (refusal !== null) return refusal
  }
  reader.at = index
  return conclude(reader, { from, to: index }, tally)
}

function take(reader: Reader, index: number, tally: Tally): Refusal | null {
  const { kind, word } = tokenAt(reader, index)
  if (UNIVERSAL.has(word)) tally.isUniversal = true
  if (kind === 'amount') tally.amounts.push(index)
  else if (kind === 'over') tally.overs += 1
  else if (kind === 'colon' && tally.thresholds > 0 && tally.amounts.length === 0) return null
  else if (kind === 'only' && kindAt(reader, index + 1) === 'over') return null
  else if (kind === 'to' && word !== 'to') return refuseToken(reader, index)
  else if (OTHER_RULES.has(kind)) return refuseOther(reader, index)
  else if (!FILLER.has(kind)) return refuseToken(reader, index)
  if (kind === 'approval') tally.asks += 1
  if (kind === 'approval' && /^(?:ask|check|confirm)/.test(word)) tally.requires += 1
  if (kind === 'approve') tally.approves += 1
  if (kind === 'require') tally.requires += 1
  if (kind === 'threshold') tally.thresholds += 1
  return null
}

/** "For amounts over $40, require approval": the comma stands before the half that is still missing. */
function continuesAfter(reader: Reader, comma: number, tally: Tally): boolean {
  const end = nextPartEnd(reader, comma)
  if (end === comma) return false
  let hasAmount = false
  let hasApproval = false
  for (let index = comma + 1; index < end; index++) {
    if (kindAt(reader, index) === 'amount') hasAmount = true
    if (kindAt(reader, index) === 'approval' || kindAt(reader, index) === 'approve') hasApproval = true
  }
  const saysApproval = tally.asks + tally.approves > 0
  return tally.amounts.length > 0 ? !saysApproval && hasApproval && !hasAmount : false
}

function conclude(reader: Reader, range: Range, tally: Tally): Refusal | null {
  const [amountAt, second] = tally.amounts
  const isAsked = tally.asks > 0 || (tally.approves > 0 && tally.requires > 0)
  if (!isAsked) return amountAt === undefined ? unreadable(range) : refuseOther(reader, range.from, range.to)
  if (second !== undefined) return { why: VAGUE_AMOUNT, from: amountAt ?? range.from, to: second + 1 }
  if (amountAt === undefined) {
    // "Every payment needs approval" is approval above 0, since every amount is above 0.
    if (!tally.isUniversal || tally.requires === 0 || tally.overs > 0) return { why: VAGUE_AMOUNT, ...range }
    reader.limits.push({ ...range, field: 'approvalThreshold', usdMicro: 0n, isBare: false })
    return null
  }
  const isAbove = tally.overs === 1 || (tally.overs === 0 && tally.thresholds === 1)
  const { usdMicro } = tokenAt(reader, amountAt)
  if (!isAbove || usdMicro === undefined) return refuseOther(reader, range.from, range.to)
  reader.limits.push({ ...range, field: 'approvalThreshold', usdMicro, isBare: false })
  return null
}

function refuseOther(reader: Reader, index: number, end?: number): Refusal {
  let to = end ?? index + 1
  while (end === undefined && !isBoundary(reader, to)) to += 1
  return refuse(
    'unsupported_rule',
    { from: index, to },
    'A policy can ask for approval above one amount per transaction, and in no other way.',
    'Write "require approval above $25".',
  )
}
