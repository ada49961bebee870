// What changed between two versions of a policy, field by field, and in which direction; looser changes are flagged and
// may need a second person.
import {
  equalPolicies,
  type Policy,
  policyToWire,
  type TimeWindow,
  WEEKDAY_NAMES,
  WIRE_FIELDS,
  type WireField,
  type WirePolicy,
} from './policy.ts'
import { minuteOf } from './timeWindows.ts'

export interface PolicyDifference {
  readonly field: WireField
  readonly before: WirePolicy[WireField]
  readonly after: WirePolicy[WireField]
  readonly change: 'looser' | 'tighter' | 'different'
}
type Change = PolicyDifference['change']

export function diffPolicies(before: Policy, after: Policy): PolicyDifference[] {
  const [wireBefore, wireAfter] = [policyToWire(before), policyToWire(after)]
  const differences: PolicyDifference[] = []
  for (const name of Object.keys(WIRE_FIELDS) as (keyof Policy)[]) {
    const field = WIRE_FIELDS[name]
    if (equalPolicies(before, { ...before, [name]: after[name] })) continue
    differences.push({
      field,
      before: wireBefore[field],
      after: wireAfter[field],
      change: changeOf(name, before, after),
    })
  }
  return differences
}

function changeOf(name: keyof Policy, before: Policy, after: Policy): Change {
  switch (name) {
    case 'maxPerTransaction':
    case 'dailyLimit':
    case 'monthlyLimit':
    case 'approvalThreshold':
      return changeOfLimit(before[name], after[name])
    case 'allowedMerchants':
    case 'allowedCategories':
      return changeOfAllowed(before[name], after[name])
    case 'blockedCategories':
      return changeOfSets(new Set(after[name]), new Set(before[name]))
    case 'timeWindows':
      return changeOfWindows(before[name], after[name])
    default:
      return name satisfies never
  }
}

function changeOfLimit(before: bigint | null, after: bigint | null): Change {
  if (before === null) return 'tighter'
  return after === null || after > before ? 'looser' : 'tighter'
}

/** An empty list allows everything. */
function changeOfAllowed(before: readonly string[], after: readonly string[]): Change {
  if (before.length === 0) return 'tighter'
  return after.length === 0 ? 'looser' : changeOfSets(new Set(before), new Set(after))
}

/** Compares permitted sets: a larger one is looser. For blocked lists the arguments are swapped. */
function changeOfSets(before: ReadonlySet<string>, after: ReadonlySet<string>): Change {
  const isWider = [...before].every((each) => after.has(each))
  const isNarrower = [...after].every((each) => before.has(each))
  return isWider ? 'looser' : isNarrower ? 'tighter' : 'different'
}

function changeOfWindows(before: readonly TimeWindow[], after: readonly TimeWindow[]): Change {
  if (before.length === 0) return 'tighter'
  if (after.length === 0) return 'looser'
  const zones = new Set([...before, ...after].map((window) => window.tz))
  // Minutes of the week are comparable only within one time zone, since daylight saving time shifts zones differently.
  return zones.size > 1 ? 'different' : changeOfSets(openMinutes(before), openMinutes(after))
}

function openMinutes(windows: readonly TimeWindow[]): Set<string> {
  const open = new Set<string>()
  for (const { days, start, end } of windows) {
    const from = minuteOf(start)
    const to = minuteOf(end) <= from ? minuteOf(end) + 1_440 : minuteOf(end)
    for (const day of days) {
      const offset = WEEKDAY_NAMES.indexOf(day) * 1_440
      for (let minute = from; minute < to; minute++) open.add(String((offset + minute) % 10_080))
    }
  }
  return open
}
