/** `@skip` and `@include` of selections. */
import { type Selection, Variable } from '@apollo/federation-internals'

/** null: always part of the operation. */
export interface Condition {
  readonly skip: boolean | string | null
  readonly include: boolean | string | null
}

export type Include = (condition: Condition | null) => boolean

/** A literal, or the name of the variable that decides. */
export function conditionOf({ element }: Selection): Condition | null {
  if (element.appliedDirectives.length === 0) return null
  const read = (name: string) => {
    const value: unknown = element.appliedDirectives.find((one) => one.name === name)?.arguments().if
    if (value instanceof Variable) return value.name
    return typeof value === 'boolean' ? value : null
  }
  return { skip: read('skip'), include: read('include') }
}

export const variablesOf = (condition: Condition | null): string[] =>
  [condition?.skip, condition?.include].filter((one) => typeof one === 'string')

/** @param values of the variables, by name */
export function includeBy(values: Readonly<Record<string, boolean>>): Include {
  const read = (one: boolean | string) => (typeof one === 'string' ? values[one] === true : one)
  return (condition) => {
    if (condition === null) return true
    if (condition.skip !== null && read(condition.skip)) return false
    return condition.include === null || read(condition.include)
  }
}
