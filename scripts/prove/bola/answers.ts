/** Answers to ids of others and to ids that do not exist, in a form in which they can be compared. */
import type { Answer } from '../carriers/client.ts'
import { KINDS, type Kind } from './idInputs.ts'
import type { House, Ids, Stranger } from './scene.ts'

/** Ids of the same form that do not exist. */
export function missing(ids: Ids): Ids {
  return Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, missingId(id)])) as Record<Kind, string>
}

/** The last characters stay, so that two of a kind remain two. */
export const missingId = (id: string): string => id.replace(/[0-9A-Za-z]{10}([0-9A-Za-z]{4})$/, '0000000000$1')

const ID =
  /\b(?:org|key|ses|agt|wal|mnd|pay|hld|txn|dep|mis|apr|scr|cas|kil|mrc|whk|dlv|evt|req|led|rfs|person|ah|fa|eba|tpay|btr|qte|tmi|crd|ctx|cks|ord)_[\w./-]+/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** What two answers are compared by: neither which ids, nor when. */
export function shapeOf({ status, text }: Pick<Answer, 'status' | 'text'>): string {
  return `${status} ${text
    .replaceAll(ID, '<id>')
    .replaceAll(TIME, '<time>')
    .replaceAll(/\d{13}/g, '<ms>')}`
}

export const outcomeOf = ({ refusal }: Answer): string =>
  refusal === null ? 'done' : `${refusal.status} ${refusal.type}`

/** The document of the proof itself is wrong. */
export const isMisread = ({ text }: Pick<Answer, 'text'>): boolean =>
  /GRAPHQL_VALIDATION_FAILED|document is too large/.test(text)

/** What the answer says of the victim that the caller has not said. */
export function findTold(
  { victim }: { readonly victim: House },
  { shares }: Stranger,
  text: string,
  asked: readonly string[],
): string[] {
  const untold = asked.reduce((rest, id) => rest.replaceAll(id, ''), text)
  const told = KINDS.filter((kind) => !shares.includes(kind) && !asked.includes(victim.ids[kind]))
    .filter((kind) => untold.includes(victim.ids[kind]))
    .map((kind) => `the ${kind} of the victim: ${text}`)
  const isCanaryTold = text.includes(victim.canary) && !shares.includes('merchant') && !shares.includes('key')
  return isCanaryTold ? [...told, `what the victim has said: ${text}`] : told
}
