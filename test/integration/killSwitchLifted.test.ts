/** A kill switch or a freeze that is lifted at once has stopped all the same what had been accepted before it (domain 5). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unfreezeWallet } from '../../subgraphs/payments/services/unfreezeWallet.ts'
import { type ApprovalsWorld, openApprovalsWorld, USD } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'
import { until } from '../support/settlementWorld.ts'

/** More than one commit of the stop ends. */
const QUEUED = 150

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('kill-switch-lifted-test')
}, 60_000)

afterAll(() => world.close())

test('no payment that was accepted before it is paid after it was lifted', async () => {
  const owner = await world.createOwner()
  const paid = await Promise.all(Array.from({ length: QUEUED }, () => world.pay(owner, '1')))
  const { mandates } = world.service.subgraphs
  const admin = owner.person('owner', ['admin'])
  const set = 'mutation ($input: ActivateKillSwitchInput!) { activateKillSwitch(input: $input) { killSwitch { id } } }'
  const input = { scope: 'agent', targetId: owner.agent.agentId, reason: 'a drill', reasonCode: 'security_incident' }
  const answer = await execute<{ activateKillSwitch: { killSwitch: { id: string } } }>(mandates, admin, set, { input })
  const { id } = answer.activateKillSwitch.killSwitch
  const lift = 'mutation ($input: DeactivateKillSwitchInput!) { deactivateKillSwitch(input: $input) { replayed } }'
  await execute(mandates, admin, lift, { input: { id, reason: 'It is over.' } })
  const rows = await until(
    'the ends',
    async () => {
      const all = await Promise.all(paid.map((one) => world.payment(one.id)))
      return all.every(({ status }) => status === 'failed') && all
    },
    6_000,
  )
  expect(new Set(rows.map(({ failureCode }) => failureCode))).toEqual(new Set(['kill_switch_active']))
  expect(await world.balances(owner)).toEqual({ available: 1_000n * USD, inFlight: 0n })
}, 60_000)

test('no payment that was accepted before a freeze is paid after the wallet was unfrozen at once', async () => {
  const owner = await world.createOwner()
  const paid = await Promise.all(Array.from({ length: QUEUED }, () => world.pay(owner, '1')))
  const change = (act: string) =>
    execute(
      world.service.subgraphs.payments,
      owner.person('owner', ['admin']),
      `mutation ($input: ${act}WalletInput!) { ${act.toLowerCase()}Wallet(input: $input) { replayed } }`,
      { input: { walletId: owner.walletId, reason: 'a drill' } },
    )
  await change('Freeze')
  await change('Unfreeze')
  const rows = await Promise.all(paid.map((one) => world.payment(one.id)))
  expect(new Set(rows.map(({ failureCode }) => failureCode))).toEqual(new Set(['wallet_frozen']))
  expect(await world.balances(owner)).toEqual({ available: 1_000n * USD, inFlight: 0n })
  expect(await world.pay(owner, '1')).toMatchObject({ stage: 'queued' })
}, 60_000)

test('a freeze that was set while the one before was being lifted has stopped what it found, too', async () => {
  const owner = await world.createOwner()
  const admin = owner.person('owner', ['admin'])
  const input = { walletId: owner.walletId, reason: 'a drill' }
  const deps = { ...world.service, screener: { refresh() {} } as never, agents: {} as never }
  const { work } = world.service.subgraphs.payments
  const frozen = (reason: string) => ({ source: 'manual', by: 'key_other', reason, at: world.clock.now() }) as const
  await world.setWallet(owner, () => ({ frozen: frozen('the first') }))
  let paid = ''
  const meanwhile = async () => {
    await world.setWallet(owner, () => ({ frozen: null }))
    paid = (await world.pay(owner, '1')).id
    await world.setWallet(owner, () => ({ frozen: frozen('the second') }))
    return { queued: 0, parked: 0, broadcast: 0 }
  }
  await unfreezeWallet(
    { ...deps, work: { stop: (scope) => (paid === '' ? meanwhile() : work.stop(scope)) } },
    admin,
    input,
  )
  expect((await world.wallet(owner)).frozen).toBeNull()
  expect(await world.payment(paid as never)).toMatchObject({ status: 'failed', failureCode: 'wallet_frozen' })
})
