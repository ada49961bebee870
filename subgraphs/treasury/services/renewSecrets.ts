/**
 * Seals account numbers, what is personal of their owners, and the amounts that verify them with the present master key. It
 * can be interrupted and run again: what is sealed anew already is left alone.
 */
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { bankAccountRef, readBankAccounts } from '../models/bankAccounts.ts'
import type { TreasuryDeps } from '../ports.ts'
import type { BankAccountRow } from '../rules/bankAccount.ts'
import { amountsAad, numberAad, ownerAad } from './bankAccounts/bankAccountSecrets.ts'

type Deps = Pick<TreasuryDeps, 'database' | 'commit' | 'secrets'>

/** @returns how many bank accounts were still under a former master key */
export async function renewSecrets(deps: Deps): Promise<number> {
  let renewed = 0
  for await (const row of readBankAccounts(deps.database)) if (await renew(deps, row)) renewed += 1
  return renewed
}

async function renew({ commit, secrets }: Deps, row: BankAccountRow): Promise<boolean> {
  const { _id, orgId, mode, microDeposits: micro } = row
  const number = secrets.renew(row.sealedAccountNumber, numberAad(_id))
  const owner = row.sealedOwner === null ? null : secrets.renew(row.sealedOwner, ownerAad(_id))
  const amounts = micro === null ? null : secrets.renew(micro.sealedAmounts, amountsAad(_id, Number(micro.round)))
  if (number === null && owner === null && amounts === null) return false
  const ref = bankAccountRef(_id)
  const settled = await submitPrepared<boolean>(commit, () => ({
    ...({ priority: 'settle', orgId, mode } as const),
    reads: () => ({ guard: [ref] }),
    decide(state) {
      const now = state.get(ref)
      if (now === null) return done(false)
      const isSameRound = now.microDeposits?.sealedAmounts === micro?.sealedAmounts
      const sealed = { sealedAccountNumber: number ?? now.sealedAccountNumber, sealedOwner: owner ?? now.sealedOwner }
      const microDeposits =
        now.microDeposits === null || amounts === null || !isSameRound
          ? now.microDeposits
          : { ...now.microDeposits, sealedAmounts: amounts }
      return done(true, { set: [setRow(ref, { ...now, ...sealed, microDeposits })] })
    },
  }))
  return 'answer' in settled && settled.answer
}
