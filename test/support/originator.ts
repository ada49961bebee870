/** Who pays, in tests. */
import type { Originator } from '../../subgraphs/shared/originator.ts'

/** What an organization has to state of itself before it pays amounts of the travel rule without a review (domain 4.4). */
export const ORIGINATOR: Originator = {
  name: 'Payer, Inc.',
  address: { street: '1 Main Street', city: 'Springfield', region: 'IL', postalCode: '62701', country: 'US' },
}
