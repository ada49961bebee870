/** What tests of a bank outside begin with: organizations that it has enrolled, and bank accounts that it knows. */
import { expect } from 'vitest'
import { type LithicServer, startLithicServer } from '../../scripts/bank/lithicServer.ts'
import type { AchPaymentRow } from '../../subgraphs/treasury/rules/achPayment.ts'
import { callRest } from './restClient.ts'
import { startTestService, type TestService } from './startService.ts'
import { bankAccountForm } from './treasuryScene.ts'

const MINUTE = 60_000

export interface LithicWorld {
  readonly bank: LithicServer
  readonly service: TestService
  /** Enrolled and synchronized, with a bank account that the bank knows. */
  openFunded(form?: Readonly<Record<string, unknown>>): Promise<OfBank & { readonly token: string }>
  openOrganization(): Promise<OfBank>
  linkedOf(token: string): Readonly<Record<string, unknown>> | undefined
  rowOf(id: unknown): Promise<AchPaymentRow | null>
  /** Until the follower has looked again, which it does some minutes later. */
  followed(id: unknown, wanted: object): Promise<void>
  close(): Promise<void>
}

export interface OfBank {
  readonly orgId: string
  readonly key: string
  call(request: string, body?: object): ReturnType<typeof callRest>
  done(request: string, body?: object): Promise<Record<string, unknown>>
}

export async function openLithicWorld(name: string): Promise<LithicWorld> {
  const bank = await startLithicServer()
  const environment = { LITHIC_API_KEY_TEST: bank.apiKey, LITHIC_URL_TEST: bank.url }
  const service = await startTestService(name, 'in process', environment)
  const rowOf = (id: unknown) =>
    service.database.collection<AchPaymentRow>('achPayments').findOne({ _id: String(id) as AchPaymentRow['_id'] })
  const linkedOf = (token: string) => [...bank.bankAccounts.values()].find((one) => one.user_defined_id === token)

  async function openOrganization(): Promise<OfBank> {
    const { orgId, key } = await service.createOrganization('Lithic')
    const call = (request: string, body?: object) =>
      callRest(service.url, request.replace(' ', ' /api/v2/treasury'), { 'x-api-key': key }, body)
    const done = async (request: string, body?: object) => {
      const answer = await call(request, body)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body
    }
    return { orgId, key, call, done }
  }

  return {
    ...{ bank, service, rowOf, linkedOf, openOrganization },
    async openFunded(form = { verification_method: 'EXTERNALLY_VERIFIED' }) {
      const one = await openOrganization()
      bank.enrol(one.orgId)
      await one.done('POST /account-holders/sync', {})
      const { token } = await one.done('POST /external-bank-accounts', bankAccountForm(form))
      await expect.poll(() => linkedOf(String(token)), { timeout: 60_000 }).toBeDefined()
      return { ...one, token: String(token) }
    },
    async followed(id, wanted) {
      service.clock.advance(6 * MINUTE)
      const look = () => {
        // The follower may have put it off while the clock was moved.
        service.clock.advance(1_000)
        return rowOf(id)
      }
      await expect.poll(look, { timeout: 60_000 }).toMatchObject(wanted)
    },
    async close() {
      expect(bank.undocumented).toEqual([])
      expect(service.failures).toEqual([])
      await service.stop()
      await bank.stop()
    },
  }
}
