/** What a payment or hold keeps of its screening: what is screened once more before it is signed, and who pays and is paid. */
import type { Cleared } from '../../shared/clearedFindings.ts'
import type { CaseId } from '../../shared/ids.ts'
import type { Originator } from '../../shared/originator.ts'
import type { Mode } from '../../shared/principal.ts'
import type { AnySpend, Beneficiary, ScreenedOwner, ScreeningCheck } from '../../shared/spend.ts'

/** What a payment or hold keeps of a screening that passed. */
export interface KeptScreening {
  readonly revision: number
  readonly checks?: readonly ScreeningCheck[]
  /** That were screened: once more before it is signed. */
  readonly names?: readonly string[]
  /** The same of who pays; absent in rows of earlier releases. */
  readonly owner?: ScreenedOwner
}

/** Who pays and who is paid, as far as somebody has told it and, of the former, the amount asks for it. */
export interface KeptParties {
  readonly originator?: Originator
  readonly beneficiary?: Beneficiary
}

/** For a further row about the same money. */
export const partiesOf = ({ originator, beneficiary }: KeptParties): KeptParties => ({
  ...(originator && { originator }),
  ...(beneficiary && { beneficiary }),
})

/** What a row of a payment has of screening and review; absent in rows of earlier releases. */
export interface ScreenedRow extends KeptParties {
  /** The last that passed. */
  readonly screening?: KeptScreening
  /** The case that it waits for, or has waited for. */
  readonly caseId?: CaseId
  /** What the decision of the case has cleared. */
  readonly cleared?: readonly Cleared[]
}

/** What is kept of a screening that passed, with its payment or hold. */
export const keptScreening = ({
  screening: { checks, revision, names, owner },
}: Pick<AnySpend, 'screening'>): KeptScreening => ({
  revision,
  ...(checks.length === 0 ? {} : { checks }),
  ...(names === undefined ? {} : { names }),
  ...(owner === undefined ? {} : { owner }),
})

interface AcceptedPayee extends Pick<ScreenedRow, 'screening'> {
  readonly to: string
  readonly mode: Mode
  readonly amount: bigint
}

/** Who is paid, and who pays, as accepted: what is screened again before it is signed, and when lists change. */
export const payeeOf = ({ to, mode, amount, screening }: AcceptedPayee) => ({
  ...{ address: to || null, mode, payment: { units: amount } },
  ...(screening?.names === undefined ? {} : { names: screening.names }),
  ...(screening?.owner === undefined ? {} : { owner: screening.owner }),
})
