/** The POSTs of cards, for the test that holds every one to its Idempotency-Key. */
import { fundCards, issue, openCardAgent } from '../../support/cardScene.ts'
import type { Body, Input } from '../../support/carriers.ts'
import { done, type Scene, type TestAgent } from '../../support/scene.ts'

interface Of {
  readonly scene: Scene
}

const agents = new Map<string, Promise<TestAgent>>()
function agentOf({ scene }: Of): Promise<TestAgent> {
  const { orgId } = scene.organization
  const known = agents.get(orgId) ?? openCardAgent(scene)
  agents.set(orgId, known)
  return known
}

async function cardOf(of: Of): Promise<{ readonly card_id: Body[string] }> {
  const { card_id } = await issue(of.scene, await agentOf(of))
  return { card_id }
}
const acted = async (of: Of) => ({ ...(await cardOf(of)), reason: 'A drill.' })

/** An authorization of one dollar, and what it is cleared with. */
async function authorized(of: Of): Promise<Input> {
  const card = await cardOf(of)
  await fundCards(of.scene, card, 200)
  const asked = { ...card, amount_minor: 100, mcc: '5734', merchant_domain: 'shop.example' }
  const { card_transaction_id } = done(await of.scene.carrier.call('authorizeCard', asked, of.scene.owner)).body
  return { ...card, card_transaction_id }
}

export const CARD_KEYED = {
  issueCard: {
    input: async (of: Of) => ({ wallet_id: (await agentOf(of)).walletId, memo: 'Keyed' }),
    other: { memo: 'Another' },
  },
  freezeCard: { input: acted, other: { reason: 'Another.' } },
  unfreezeCard: { input: acted, other: { reason: 'Another.' } },
  cancelCard: { input: acted, other: { reason: 'Another.' } },
  authorizeCard: {
    input: async (of: Of) => ({ ...(await cardOf(of)), amount_minor: 100, status: 'CREDIT_AUTHORIZATION' }),
    other: { amount_minor: 101 },
  },
  clearCard: { input: authorized, other: { amount_minor: 50 } },
  voidCard: { input: authorized, other: { amount_minor: 50 } },
  returnCard: {
    async input(of: Of) {
      const cleared = await authorized(of)
      done(await of.scene.carrier.call('clearCard', cleared, of.scene.owner))
      return { ...cleared, amount_minor: 40 }
    },
    other: { amount_minor: 50 },
  },
}
