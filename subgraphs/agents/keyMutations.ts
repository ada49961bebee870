/** GraphQL of keys and of the persons they belong to: parse, service, shape. */
import { timeOf } from '../shared/clock.ts'
import { openKey } from '../shared/commit/requestKey.ts'
import { type RequestContext, requireOrganization } from '../shared/principal.ts'
import type { MutationResolvers } from './generatedResolvers.ts'
import type { AgentsDeps } from './ports.ts'
import { createEnrolmentKey, revokeEnrolmentKey } from './services/enrolmentKeys.ts'
import { createMerchantKey, revokeMerchantKey, rotateMerchantKey } from './services/merchantKeys.ts'
import {
  addOrganizationKey,
  type ChangedKey,
  revokeOrganizationKey,
  rotateOrganizationKey,
  updateOrganizationKey,
} from './services/organizationKeys.ts'
import { reactivatePerson, suspendPerson } from './services/personStanding.ts'
import { shapeChangedPerson, shapeEnrolmentKey, shapeMerchantKey, shapeOrganizationKey } from './shapes.ts'

function openPersonKey(
  context: RequestContext,
  operation: 'suspendPerson' | 'reactivatePerson',
  input: { readonly orgId: string; readonly principalId: string },
) {
  const on = [input.orgId, input.principalId]
  return openKey(context, { operation, on, input })
}

export function createKeyMutations(deps: AgentsDeps) {
  const shapeKey = (row: ChangedKey['record']) => shapeOrganizationKey(row, timeOf(deps.clock, row))
  const shapePersonNow = (changed: Parameters<typeof shapeChangedPerson>[0], { principal }: RequestContext) =>
    shapeChangedPerson(changed, timeOf(deps.clock, requireOrganization(principal)))
  return {
    async createEnrolmentKey(_parent, { input }, context) {
      const { idempotencyKey: _, ...request } = input
      const key = openKey(context, { operation: 'createEnrolmentKey', on: [input.orgId], input })
      const { record, ...made } = await createEnrolmentKey(deps, context.principal, request, key)
      return { ...made, record: shapeEnrolmentKey(record, timeOf(deps.clock, record)) }
    },
    async revokeEnrolmentKey(_parent, { input }, context) {
      const key = openKey(context, { operation: 'revokeEnrolmentKey', on: [input.orgId, input.keyId], input })
      const { record, replayed } = await revokeEnrolmentKey(deps, context.principal, input, key)
      return { record: shapeEnrolmentKey(record, timeOf(deps.clock, record)), replayed }
    },
    async createMerchantKey(_parent, { input }, context) {
      const key = openKey(context, { operation: 'createMerchantKey', on: [input.merchantId], input })
      const { record, ...made } = await createMerchantKey(deps, context.principal, input, key)
      return { ...made, record: shapeMerchantKey(record, timeOf(deps.clock, record)) }
    },
    async rotateMerchantKey(_parent, { input }, context) {
      const key = openKey(context, { operation: 'rotateMerchantKey', on: [input.merchantId, input.keyId], input })
      const { record, ...made } = await rotateMerchantKey(deps, context.principal, input, key)
      return { ...made, record: shapeMerchantKey(record, timeOf(deps.clock, record)) }
    },
    async revokeMerchantKey(_parent, { input }, context) {
      const key = openKey(context, { operation: 'revokeMerchantKey', on: [input.merchantId, input.keyId], input })
      const { record, replayed } = await revokeMerchantKey(deps, context.principal, input, key)
      return { record: shapeMerchantKey(record, timeOf(deps.clock, record)), replayed }
    },
    async createOrganizationKey(_parent, { input }, context) {
      const { idempotencyKey: _, ...request } = input
      const key = openKey(context, { operation: 'createOrganizationKey', on: [input.orgId], input })
      const { record, ...made } = await addOrganizationKey(deps, context.principal, request, key)
      return { ...made, record: shapeKey(record) }
    },
    updateOrganizationKey: async (_parent, { input }, { principal }) => ({
      record: shapeKey((await updateOrganizationKey(deps, principal, input)).record),
    }),
    async rotateOrganizationKey(_parent, { input }, context) {
      const key = openKey(context, { operation: 'rotateOrganizationKey', on: [input.orgId, input.keyId], input })
      const { record, ...made } = await rotateOrganizationKey(deps, context.principal, input, key)
      return { ...made, record: shapeKey(record) }
    },
    async revokeOrganizationKey(_parent, { input }, context) {
      const on = [input.orgId, input.keyId]
      const key = openKey(context, { operation: 'revokeOrganizationKey', on, input })
      const { record, replayed } = await revokeOrganizationKey(deps, context.principal, input, key)
      return { record: shapeKey(record), replayed }
    },
    async suspendPerson(_parent, { input }, context) {
      const key = openPersonKey(context, 'suspendPerson', input)
      return shapePersonNow(await suspendPerson(deps, context.principal, input, key), context)
    },
    async reactivatePerson(_parent, { input }, context) {
      const key = openPersonKey(context, 'reactivatePerson', input)
      return shapePersonNow(await reactivatePerson(deps, context.principal, input, key), context)
    },
  } satisfies MutationResolvers
}
