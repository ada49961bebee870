/** Which bank a mode has is configuration. */
import { DomainError } from '../../shared/errors.ts'
import type { Bank } from './bank.ts'
import { createLithicBank } from './lithic.ts'
import { createSimulatedBank } from './simulated.ts'

export type BankSettings =
  | { readonly kind: 'simulated' }
  /** No money moves: synchronizing says so, and without it there are no accounts. */
  | { readonly kind: 'none' }
  | { readonly kind: 'lithic'; readonly apiKey: string; readonly baseUrl: string }

export function openBank(settings: BankSettings): Bank {
  if (settings.kind === 'lithic') return createLithicBank(settings)
  const simulated = createSimulatedBank()
  return settings.kind === 'simulated' ? simulated : { ...simulated, name: 'none', holder: async () => noBank() }
}

function noBank(): never {
  const message = 'No bank is connected for this mode. The operator has to configure one.'
  throw new DomainError('all_adapters_exhausted', message, { attempts: [], reason: 'no_bank' })
}
