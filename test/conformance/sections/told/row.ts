/** A refusal of one area: how it comes about, and what it has to tell. */
import { expect } from 'vitest'
import type { Answer, Body, Caller, Operation } from '../../../support/carriers.ts'
import { done, type Scene, type TestAgent } from '../../../support/scene.ts'

export interface World {
  readonly scene: Scene
  readonly agent: TestAgent
  readonly approvers: readonly [Caller, Caller]
}

export interface Told {
  readonly status: number
  readonly type: string
  readonly details?: object
  /** In the message: the rule or the figure, and what to do next. */
  readonly says: RegExp
}

export type Row = readonly [name: string, make: (world: World) => Promise<Answer>, told: Told]

export const call = ({ scene }: World, operation: Operation, input: object, by: Caller = scene.owner) =>
  scene.carrier.call(operation, { ...input }, by)
export const made = async (...request: Parameters<typeof call>): Promise<Body> => done(await call(...request)).body
export const conflict = (reason: string, details: object, says: RegExp): Told => ({
  ...{ status: 409, type: 'conflict', details: { reason, ...details }, says },
})
export const field = (path: string, code: string, says: RegExp): Told => ({
  ...{ status: 400, type: 'invalid_request', details: { fields: [{ path, code, message: expect.any(String) }] }, says },
})
