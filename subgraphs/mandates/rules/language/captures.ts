// What a construction has captured, sorted by kind.
import type { AgentName, Unit } from './agentNames.ts'
import type { Capture } from './chart.ts'
import type { Money, Zone } from './tokens.ts'
import type { List } from './values.ts'

export interface Captured {
  readonly marks: ReadonlySet<string>
  readonly ordered: readonly Capture[]
  readonly money: readonly Money[]
  readonly lists: readonly List<unknown>[]
}

export function sortCaptures(ordered: readonly Capture[]): Captured {
  const marks = new Set(
    ordered.flatMap((each) => {
      if (typeof each === 'string') return [each]
      if (isUnit(each)) return [`unit_${each.unit}`, ...kindsOf(each)]
      return isName(each) ? [`name_${each.name}`] : []
    }),
  )
  return { marks, ordered, money: ordered.filter(isMoney), lists: ordered.filter(isList) }
}

function kindsOf({ hasCategory, isOccasion, isLabel }: Unit): string[] {
  return [...(hasCategory ? ['unit_kind'] : []), ...(isOccasion ? ['occasion'] : []), ...(isLabel ? ['purpose'] : [])]
}

function isUnit(capture: object): capture is Unit {
  return 'unit' in capture
}

function isName(capture: object): capture is AgentName {
  return 'name' in capture
}

export function isMoney(capture: Capture): capture is Money {
  return typeof capture === 'object' && 'usdMicro' in capture
}

export function isList(capture: Capture): capture is List<unknown> {
  return typeof capture === 'object' && 'items' in capture
}

export function isClock(capture: Capture): capture is { readonly minute: number; readonly style: string } {
  return typeof capture === 'object' && 'minute' in capture
}

export function isZone(capture: Capture): capture is Zone {
  return typeof capture === 'object' && 'zone' in capture
}
