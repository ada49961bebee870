/** GraphQL of the sandbox of the treasury: parse, service, shape. */
import type { Resolvers } from '../generatedResolvers.ts'
import type { TreasuryDeps } from '../ports.ts'
import {
  readMicroDeposits,
  simulateAdvance,
  simulateMicroDeposits,
  simulateReturn,
  simulateReview,
} from '../services/simulate.ts'
import { keyOn, shapeChanged, shapeMade } from './achResolvers.ts'
import { shapeHolder } from './shapes.ts'

export function createSandboxResolvers(deps: TreasuryDeps) {
  return {
    Query: {
      simulatedMicroDeposits: async (_parent, { id }, { principal }) => ({
        microDeposits: await readMicroDeposits(deps, principal, id),
      }),
    },
    Mutation: {
      async simulateMicroDeposits(_parent, { input }, context) {
        const key = keyOn(context, 'simulateMicroDeposits', input)
        return shapeChanged(await simulateMicroDeposits(deps, context.principal, input, key))
      },
      async simulateAccountHolderReview(_parent, { input }, context) {
        const key = keyOn(context, 'simulateAccountHolderReview', input)
        const { row, replayed } = await simulateReview(deps, context.principal, input, key)
        return { accountHolder: shapeHolder(row), replayed }
      },
      async simulateTreasuryPaymentEvent(_parent, { input }, context) {
        const key = keyOn(context, 'simulateTreasuryPaymentEvent', input)
        return shapeMade(await simulateAdvance(deps, context.principal, input, key))
      },
      async simulateTreasuryReturn(_parent, { input }, context) {
        const key = keyOn(context, 'simulateTreasuryReturn', input)
        return shapeMade(await simulateReturn(deps, context.principal, input, key))
      },
    },
  } satisfies Resolvers
}
