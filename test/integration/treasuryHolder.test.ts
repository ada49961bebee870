/** What the bank decides about an account holder (domain 1.2): only a holder that it accepts moves money or has cards that pay. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../scripts/prove/world.ts'
import { openTreasuryWorld, type TreasuryScene, type TreasuryWorld } from '../support/treasuryWorld.ts'

const REVIEW = `mutation ($input: SimulateAccountHolderReviewInput!) {
  simulateAccountHolderReview(input: $input) { accountHolder { status } } }`
const HOLDERS = '{ accountHolders { nodes { id } } }'
const ACCOUNTS = '{ financialAccounts { nodes { id type status } } }'
const SYNC = 'mutation { syncAccountHolder(input: {}) { created updated } }'
const BOOK = 'mutation ($input: CreateBookTransferInput!) { createBookTransfer(input: $input) { bookTransfer { id } } }'
const QUOTE = `mutation ($input: CreateConversionQuoteInput!) {
  createConversionQuote(input: $input) { conversionQuote { id } } }`

let at: TreasuryWorld
beforeAll(async () => {
  at = await openTreasuryWorld()
}, 90_000)
afterAll(() => at.world.close())

const ask = <T>({ admin }: TreasuryScene, document: string, input?: object) =>
  execute<T>(at.service.subgraphs.treasury, admin, document, input === undefined ? {} : { input })

async function review(scene: TreasuryScene, status: string): Promise<void> {
  const { accountHolders } = await ask<{ accountHolders: { nodes: { id: string }[] } }>(scene, HOLDERS)
  await ask(scene, REVIEW, { id: accountHolders.nodes[0]?.id, status, statusReasons: ['DOCUMENT_FORGED'] })
}

interface Account {
  readonly id: string
  readonly type: string
  readonly status: string
}
const accountsOf = async (scene: TreasuryScene) =>
  (await ask<{ financialAccounts: { nodes: Account[] } }>(scene, ACCOUNTS)).financialAccounts.nodes

/** All that moves dollars or makes what may. */
async function attempts(scene: TreasuryScene, cardId: string, externalBankAccountToken: string) {
  const accounts = await accountsOf(scene)
  const idOf = (type: string) => accounts.find((one) => one.type === type)?.id
  const money = { amountMinor: 100, externalBankAccountToken }
  const { walletId } = scene.agent
  const [from, to] = [idOf('ISSUING'), idOf('RESERVE')]
  return {
    link: () => scene.act('link', { ...BANK, accountNumber: '87654321', verificationMethod: 'EXTERNALLY_VERIFIED' }),
    fund: () => scene.act('fund', money),
    withdraw: () => scene.act('withdraw', money),
    book: () => ask(scene, BOOK, { fromFinancialAccountToken: from, toFinancialAccountToken: to, amountMinor: 1 }),
    quote: () => ask(scene, QUOTE, { fromAmountMinor: 500, toToken: 'USDC', toChain: 'base', walletId }),
    issue: () => scene.act('issue', { walletId }),
    authorize: () => scene.act('authorize', { cardId, amountMinor: 100 }),
  }
}
const BANK = { routingNumber: '021000021', type: 'CHECKING', owner: 'Acme', ownerType: 'BUSINESS' }

test.each([
  ['REJECTED', 'SUSPENDED'],
  ['PENDING_REVIEW', 'PENDING'],
])('a holder that is %s has no account that is open, and nothing moves', async (status, standing) => {
  const scene = await at.newOrganization()
  const [cardId, bank] = [await scene.newCard(), await scene.newBankAccount()]
  await review(scene, status)
  expect((await accountsOf(scene)).map((one) => one.status)).toEqual([standing, standing, standing])
  const { authorize, ...others } = await attempts(scene, cardId, bank)
  const rejected = { reason: 'kya_incomplete', missing: ['organization_kyb'], account_holder_status: 'REJECTED' }
  for (const [name, attempt] of Object.entries(others)) {
    // No agent of it is verified any more.
    const isUnknown = name === 'issue' && status === 'REJECTED'
    await expect(attempt(), name).rejects.toMatchObject({
      type: isUnknown ? 'compliance_denied' : 'conflict',
      message: expect.stringContaining('synchronize the account holder'),
      details: isUnknown
        ? rejected
        : { reason: name === 'issue' ? 'issuing_account_not_open' : 'financial_account_not_open' },
    })
  }
  expect(await authorize()).toMatchObject({ status: 'DECLINED', declineReason: 'ACCOUNT_INACTIVE' })
})

test('a bank that still calls the accounts of a rejected holder open opens none; accepted again, all goes on', async () => {
  const scene = await at.newOrganization()
  const [cardId, bank] = [await scene.newCard(), await scene.newBankAccount()]
  await review(scene, 'REJECTED')
  await expect(ask(scene, SYNC)).rejects.toMatchObject({ details: { reason: 'account_holder_rejected' } })
  expect((await accountsOf(scene)).map((one) => one.status)).toEqual(['SUSPENDED', 'SUSPENDED', 'SUSPENDED'])
  await review(scene, 'ACCEPTED')
  expect(await ask(scene, SYNC)).toMatchObject({ syncAccountHolder: { created: 0, updated: 0 } })
  const { quote: _, ...others } = await attempts(scene, cardId, bank)
  for (const [name, attempt] of Object.entries(others)) await expect(attempt(), name).resolves.toBeDefined()
})

test('a synchronization that comes late does not put back what the bank has decided since', async () => {
  const scene = await at.newOrganization()
  const commit = at.service.commit as { submit: (intent: unknown) => Promise<unknown> }
  const { submit } = commit
  let isLate = false
  commit.submit = async (intent) => {
    commit.submit = submit
    // It has asked the bank, and waits for its commit.
    await review(scene, 'REJECTED')
    isLate = true
    return submit(intent)
  }
  await expect(ask(scene, SYNC)).rejects.toMatchObject({ details: { reason: 'account_holder_rejected' } })
  expect(isLate).toBe(true)
  const { accountHolders } = await ask<{ accountHolders: { nodes: { status: string }[] } }>(
    ...([scene, '{ accountHolders { nodes { status } } }'] as const),
  )
  expect(accountHolders.nodes[0]?.status).toBe('REJECTED')
  expect((await accountsOf(scene)).map((one) => one.status)).toEqual(['SUSPENDED', 'SUSPENDED', 'SUSPENDED'])
})
