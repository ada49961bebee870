/** The POSTs of cards that have an effect, for the test that holds every one to its Idempotency-Key. */

import { fundCards, issue, openCardAgent, transactionIdOf } from '../../support/cardScene.ts'
import type { Body } from '../../support/carriers.ts'
import { done, type Scene, type TestAgent } from '../../support/scene.ts'

interface Of {
  readonly scene: Scene
}

/** One verified agent for all, with money in the account for cards. */
const agents = new Map<string, Promise<TestAgent>>()
function agentOf({ scene }: Of): Promise<TestAgent> {
  const { orgId } = scene.organization
  const known = agents.get(orgId) ?? openFunded(scene)
  agents.set(orgId, known)
  return known
}

async function openFunded(scene: Scene): Promise<TestAgent> {
  const agent = await openCardAgent(scene)
  await fundCards(scene, await issue(scene, agent), 10_000)
  return agent
}

async function card(of: Of): Promise<{ readonly card_id: unknown }> {
  return { card_id: (await issue(of.scene, await agentOf(of))).card_id }
}

const transaction = async (of: Of, isCleared = false) => {
  const { carrier, owner } = of.scene
  const { card_id } = await card(of)
  const { body } = done(await carrier.call('authorizeCard', { card_id, amount_minor: 100 }, owner))
  const made: Body = { card_id, card_transaction_id: transactionIdOf(body) }
  if (isCleared) done(await carrier.call('clearCard', made, owner))
  return made
}

const reasoned = { input: card, other: { reason: 'Another.' } }

export const CARDS_KEYED = {
  issueCard: {
    input: async (of: Of) => ({ wallet_id: (await agentOf(of)).walletId, memo: 'Keyed' }),
    other: { memo: 'Another' },
  },
  freezeCard: reasoned,
  unfreezeCard: reasoned,
  cancelCard: reasoned,
  authorizeCard: {
    input: async (of: Of) => ({ ...(await card(of)), amount_minor: 100 }),
    other: { amount_minor: 101 },
  },
  clearCard: { input: (of: Of) => transaction(of), other: { amount_minor: 99 } },
  voidCard: { input: (of: Of) => transaction(of), other: { amount_minor: 99 } },
  returnCard: { input: (of: Of) => transaction(of, true), other: { amount_minor: 99 } },
} as const
