/**
 * Steps of which the service dies (reliability 7.2 row 2): one request each, and what follows of it by itself. It is sent with a
 * key, the service kills itself at a point of the step, starts again, and the request is repeated until it is answered.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../../waitUntil.ts'
import type { ProcessWorld, ServiceProcess } from '../processWorld.ts'

export type Body = Record<string, unknown>
/** What the steps before have made, by name. */
export type Of = (name: string) => string

export interface Scene {
  readonly world: ProcessWorld
  readonly service: ServiceProcess
  /** Of the organization's administrator. */
  readonly adminKey: string
  readonly made: Map<string, string>
  readonly breaches: string[]
  /** Of the agent that asks for what is parked. */
  agentHeaders?: Readonly<Record<string, string>>
}

export interface Step {
  readonly name: string
  /** Null: nothing is asked, and what `act` does brings it about. */
  readonly path: ((of: Of) => string) | null
  readonly method?: 'PATCH'
  readonly act?: (scene: Scene) => Promise<void>
  readonly body?: (of: Of) => Body
  readonly by?: 'agent'
  /** The work that falls due, where the clock brings it about. */
  readonly due?: string
  /** What later steps need of the response: the field, by its name there. */
  readonly keeps?: Readonly<Record<string, string>>
  /** Where it dies. */
  readonly points: readonly string[]
  /** Before it. */
  readonly prepare?: (scene: Scene) => Promise<void>
  readonly afterDeath?: (scene: Scene) => Promise<void>
  /** What follows by itself has ended. */
  readonly isOver?: (scene: Scene) => Promise<boolean>
}

export const WITHIN_MS = 60_000

const commit = (...steps: string[]) => steps.map((step) => `commit:${step}`).join('>')
const write = (name: string) => `beforeWrite:${name}`

/** Of a commit that writes these, the first of them before all others of its kind: each write, and both sides of the commit. */
export const among = (...names: readonly [string, ...string[]]): readonly string[] => [
  ...names.map((name, index) => (index === 0 ? commit(write(name)) : commit(write(names[0]), write(name)))),
  ...['beforeCommit', 'afterCommit'].map((side) => commit(write(names[0]), side)),
]

/** The same of the commit that answers the request, where nothing else writes events meanwhile. */
export const answering = (...names: readonly [string, ...string[]]): readonly string[] => [
  ...new Set([
    ...[commit('afterReads'), commit(write('events')), commit(write('idempotency'))],
    ...names.map((name) => commit(write(name))),
    ...['beforeCommit', 'afterCommit'].map((side) => commit(write(names[0]), side)),
  ]),
]

/** @returns whether the service has died in it */
export async function crashIn(scene: Scene, step: Step, point: string | null, key: string): Promise<boolean> {
  const { service, breaches } = scene
  await step.prepare?.(scene)
  let died = false
  if (point !== null) {
    await service.dieAt(point)
    const taken = take(scene, step, key).catch(() => null)
    died = await Promise.race([service.ended().then(() => true), sleep(WITHIN_MS, false)])
    if (!died) breaches.push(`${step.name}: ${point} was never reached`)
    await taken
    await service.restart()
    await step.afterDeath?.(scene)
  }
  const wrong = await takeAgain(scene, step, key)
  if (wrong !== null) breaches.push(`${step.name} after ${point}: ${wrong}`)
  const { isOver } = step
  if (isOver !== undefined)
    await waitUntil(`${step.name} is over after ${point}`, () => isOver(scene), WITHIN_MS).catch((error: Error) =>
      breaches.push(error.message),
    )
  return died
}

function requestOf({ made }: Scene, { path, method, body, by }: Step, key: string): Asked | null {
  const of: Of = (name) => made.get(name) ?? ''
  return path === null ? null : { path: path(of), method, body: body?.(of) ?? {}, key, by }
}

async function take(scene: Scene, step: Step, key: string): Promise<void> {
  const request = requestOf(scene, step, key)
  if (request !== null) await send(scene, request)
  await step.act?.(scene)
}

/** @returns what is wrong with the response; null: nothing */
async function takeAgain(scene: Scene, step: Step, key: string): Promise<string | null> {
  const request = requestOf(scene, step, key)
  if (request === null) {
    await step.act?.(scene)
    return null
  }
  const { text, status } = await repeat(scene, request)
  const body = JSON.parse(text) as Body
  for (const [field, name] of Object.entries(step.keeps ?? {})) scene.made.set(name, String(body[field]))
  return status >= 300 ? `it responds with ${status}: ${text}` : null
}

interface Asked {
  readonly path: string
  readonly method?: Step['method'] | undefined
  readonly body?: Body
  readonly key?: string
  readonly by?: Step['by'] | undefined
}

async function send({ service, adminKey, agentHeaders }: Scene, { path, method, body, key, by }: Asked) {
  const response = await fetch(`${service.url}/api/v2${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(by === 'agent' ? agentHeaders : { 'x-api-key': adminKey }),
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  return { status: response.status, text: await response.text() }
}

/** Until it is answered: what fails because the service has just died says so with 5xx, or with nothing. */
async function repeat(scene: Scene, asked: Asked) {
  let last: Awaited<ReturnType<typeof send>> | null = null
  await waitUntil(
    `${asked.path} is answered`,
    async () => {
      last = await send(scene, asked).catch(() => null)
      return last !== null && last.status < 500
    },
    WITHIN_MS,
  )
  return last as unknown as Awaited<ReturnType<typeof send>>
}

/** @param body none: it is read */
export async function mustSend(scene: Scene, path: string, body?: Body): Promise<Body> {
  const { status, text } = await repeat(scene, { path, ...(body === undefined ? {} : { body }) })
  if (status >= 300) throw new Error(`${path} responds with ${status}: ${text}`)
  return JSON.parse(text) as Body
}
