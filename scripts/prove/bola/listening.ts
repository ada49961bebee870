/**
 * What is listened to: every subscription and the stream of events, with an id of the victim as with one that does not exist, and
 * without any, while the victim pays. The owner hears of its payment by the same one, so a silence towards others is none of
 * the service.
 */
import { waitUntil } from '../../waitUntil.ts'
import { bodyOf, type ServedAgent, type ServedWorld } from '../carriers/servedWorld.ts'
import { connectSocket, type Socket } from '../carriers/socket.ts'
import { openStream, type Subscribing, subscriptionOperations } from '../carriers/streams.ts'
import { findTold, isMisread, missingId, shapeOf } from './answers.ts'
import type { IdInput, IdInputs } from './idInputs.ts'
import type { House, Stranger } from './scene.ts'
import { selectOf } from './selectAll.ts'

const WITHIN_MS = 15_000
const STREAM = '/api/v2/events/stream'
const SUBSCRIPTIONS = subscriptionOperations(selectOf)
/** Opt-in, and told as soon as a payment is made. */
const TYPES = { types: ['payment.accepted', 'payment.failed'] }

interface Scene {
  readonly world: ServedWorld
  readonly victim: House
  readonly inputs: IdInputs['known']
  readonly breaches: string[]
  readonly figures: { cells: number; subscriptions: number }
}

export async function walkSubscriptions(scene: Scene, stranger: Stranger): Promise<void> {
  const { world, victim, breaches, figures } = scene
  const [agent] = victim.agents
  if (stranger.shares.includes('wallet') || agent === undefined) return
  const [socket, owner] = await Promise.all(
    [stranger.caller, agent.caller].map((caller) => connectSocket(world.url, caller)),
  )
  if (socket === undefined || owner === undefined) return
  const payments = find('paymentEvents')
  await listen(owner, payments, { walletId: victim.ids.wallet })
  for (const one of SUBSCRIPTIONS)
    for (const input of inputsOf(scene, one)) await walkInput(scene, stranger, socket, one, input)
  for (const input of inputsOf(scene, find('events'))) await walkStream(scene, stranger, input)
  const whole = SUBSCRIPTIONS.filter((one) => inputsOf(scene, one).every(({ isRequired }) => !isRequired))
  for (const one of whole) await listen(socket, one)
  const paid = await pay(world, agent)
  const heard = () => JSON.stringify(owner.received)
  await waitUntil('the owner hears of its payment', async () => heard().includes(paid), WITHIN_MS).catch(() =>
    breaches.push(`the owner is told nothing of its payment ${paid}: ${heard()}`),
  )
  // What was committed before is sent before this is answered.
  await listen(socket, payments)
  const told = JSON.stringify(socket.received)
  if (told.includes(paid)) breaches.push(`a subscription by a ${stranger.name} tells of ${paid}: ${told}`)
  for (const one of findTold(scene, stranger, told, []))
    breaches.push(`a subscription by a ${stranger.name} tells ${one}`)
  await Promise.all([socket.close(), owner.close()])
  figures.subscriptions += 1
}

const inputsOf = ({ inputs }: Scene, { at, takes }: Subscribing): readonly IdInput[] =>
  (inputs.get(at) ?? []).filter(({ name }) => takes(name))

function find(name: string): Subscribing {
  const found = SUBSCRIPTIONS.find(({ at }) => at === `Subscription.${name}`)
  if (found === undefined) throw new Error(`there is no subscription ${name}`)
  return found
}

function listen(socket: Socket, { at, request }: Subscribing, given: Readonly<Record<string, unknown>> = {}) {
  const { query, variables } = request(at === 'Subscription.paymentEvents' ? { ...TYPES, ...given } : given)
  return socket.subscribe(query, variables)
}

async function walkInput(
  { victim, breaches, figures }: Scene,
  stranger: Stranger,
  socket: Socket,
  one: Subscribing,
  { name, kind }: IdInput,
): Promise<void> {
  if (stranger.shares.includes(kind)) return
  const theirs = await listen(socket, one, { [name]: victim.ids[kind] })
  const unknown = await listen(socket, one, { [name]: missingId(victim.ids[kind]) })
  const [left, right] = [theirs, unknown].map((text) => shapeOf({ status: 200, text }))
  const where = `${one.at} by a ${stranger.name} with the ${name} of the victim`
  if (isMisread({ text: theirs })) breaches.push(`${where}: ${theirs}`)
  if (left !== right) breaches.push(`${where}: ${left}, not ${right}`)
  figures.cells += 1
}

async function walkStream(scene: Scene, stranger: Stranger, { name, kind }: IdInput): Promise<void> {
  const { world, victim, breaches, figures } = scene
  if (stranger.shares.includes(kind)) return
  const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const ask = (id: string) => openStream(world.url, `${STREAM}?${wire}=${id}`, stranger.caller)
  const [theirs, unknown] = await Promise.all([ask(victim.ids[kind]), ask(missingId(victim.ids[kind]))])
  const where = `${STREAM} by a ${stranger.name} with the ${wire} of the victim`
  if (shapeOf(theirs) !== shapeOf(unknown)) breaches.push(`${where}: ${shapeOf(theirs)}, not ${shapeOf(unknown)}`)
  for (const one of findTold(scene, stranger, theirs.text, [victim.ids[kind]])) breaches.push(`${where} tells ${one}`)
  figures.cells += 1
}

/** @returns the id of the payment */
async function pay({ send }: ServedWorld, { walletId, agentId, caller }: ServedAgent): Promise<string> {
  const body = JSON.stringify({ wallet_id: walletId, amount: '0.01', token: 'USDC', to: `0x${'b2'.repeat(20)}` })
  const headers = { 'x-agent-id': agentId }
  return `${bodyOf(await send({ method: 'POST', path: '/api/v2/payments', caller, body, headers })).payment_id}`
}
