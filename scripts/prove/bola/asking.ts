/** One operation, asked for an id of somebody else. */
import type { Answer } from '../carriers/client.ts'
import { ask, type Given, type Operation } from '../carriers/operations.ts'
import type { ServedWorld } from '../carriers/servedWorld.ts'
import { validInput } from '../carriers/validInput.ts'
import type { IdInput, IdInputs } from './idInputs.ts'
import type { Ids, Stranger } from './scene.ts'

/** With valid input, what the caller may name itself where an id is required, and these ids. */
export function askWith(
  { world, inputs }: { readonly world: Pick<ServedWorld, 'send'>; readonly inputs: IdInputs['known'] },
  stranger: Stranger,
  operation: Operation,
  place: readonly IdInput[],
  ids: Ids,
): Promise<Answer> {
  const { caller, own } = stranger
  const required = (inputs.get(operation.at) ?? []).filter(({ isRequired }) => isRequired)
  const given: Given = {
    ...validInput(operation.at),
    ...ownOf(operation.at, stranger),
    ...Object.fromEntries(required.map(({ name, kind }) => [name, own[kind]])),
    ...Object.fromEntries(place.map(({ name, kind }) => [name, ids[kind]])),
  }
  return ask(world.send, operation, caller, given)
}

/** What a spend of the caller's own needs to be decided. */
function ownOf(at: string, { own, shop }: Stranger): Given {
  if (at === 'Mutation.createPayment') return { agentId: own.agent }
  return at === 'Mutation.executeMandate' ? { walletId: own.wallet, pspDomain: shop } : {}
}
