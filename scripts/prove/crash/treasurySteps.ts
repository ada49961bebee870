/** All steps of the treasury and of cards, in the order of a round. */
import { ENDED, PAID, RETURNS, STOPPED } from './achSteps.ts'
import { NEVER_VERIFIED, OPENED } from './bankAccountSteps.ts'
import { RECONCILED } from './bookSteps.ts'
import { CHARGES } from './cardSteps.ts'
import { QUOTED } from './quoteSteps.ts'
import type { Step } from './steps.ts'

export const TREASURY_STEPS: readonly Step[] = [
  ...[...OPENED, ...PAID, ...STOPPED, ...QUOTED, ...ENDED, ...CHARGES],
  ...[...RECONCILED, ...RETURNS, ...NEVER_VERIFIED],
]
