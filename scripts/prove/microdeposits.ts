/**
 * Micro-deposits (domain 1.3): pairs are told at once through two services, in every other account the right one among the
 * wrong ones. No more than three are taken as guesses, whatever the number of those that come together; the account is verified
 * or locked, never both, and its end is told once; without the right pair it is locked.
 * `--fault` lets rows lose their count, as a database does whose writes do not wait for a majority.
 */
import type { Service } from '../../gateway/compose.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { createOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, openWorld } from './world.ts'

const ACCOUNTS = { ci: 8, full: 500 } as const
const GUESSES = 24
const ATTEMPTS = 3
/** The right pair is told first, or somewhere among so many: where it comes later, three others are always before it. */
const EARLY = 6

const SYNC = 'mutation ($input: SyncAccountHolderInput!) { syncAccountHolder(input: $input) { created } }'
const LINK =
  'mutation ($input: LinkExternalBankAccountInput!) { linkExternalBankAccount(input: $input) { externalBankAccount { id } } }'
const SEND = 'mutation ($input: SimulateMicroDepositsInput!) { simulateMicroDeposits(input: $input) { replayed } }'
const READ = 'query ($id: ID!) { simulatedMicroDeposits(id: $id) { microDeposits } }'
const VERIFY = 'mutation ($input: VerifyMicroDepositsInput!) { verifyMicroDeposits(input: $input) { verified } }'

export async function proveMicrodeposits({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openWorld({ chains: [] })
  const breaches: string[] = []
  const accounts = ACCOUNTS[size]
  const figures = { accounts, guesses: accounts * GUESSES, taken: 0, verified: 0, locked: 0 }
  try {
    const services = await Promise.all([world.open(), world.open()])
    for (let account = 0; account < accounts; account++) {
      const end = await guessAtOnce(services, random, { account, fault })
      figures.taken += end.taken
      figures.verified += Number(end.isVerified)
      figures.locked += Number(end.isLocked)
      breaches.push(...end.wrong.map((wrong) => `account ${account}: ${wrong}`))
      if (fault && breaches.length > 0) break
    }
    if (!fault && figures.verified === 0) breaches.push('no right pair came before three wrong ones')
    if (!fault) breaches.push(...(await world.audit()).filter((line) => !line.includes('nothing was there to check')))
    return { figures, breaches }
  } finally {
    await world.close()
  }
}

interface End {
  /** How many wrong pairs were compared with the right one. */
  readonly taken: number
  readonly isVerified: boolean
  readonly isLocked: boolean
  readonly wrong: readonly string[]
}

async function guessAtOnce(
  services: readonly Service[],
  random: () => number,
  { account, fault }: { readonly account: number; readonly fault: boolean },
): Promise<End> {
  const [first] = services as [Service, ...Service[]]
  const { admin } = await createOrganization(first, `Guesses ${account}`)
  const run: Run = (service, source, variables) => execute(service.subgraphs.treasury, admin, source, { ...variables })
  const id = await linkSent(first, run)
  const { simulatedMicroDeposits } = await run<{ simulatedMicroDeposits: { microDeposits: number[] } }>(first, READ, {
    id,
  })
  const right = simulatedMicroDeposits.microDeposits
  // With the fault nothing is told rightly: the lost count has to show.
  const rightAt = !fault && account % 2 === 0 ? Math.floor(random() * EARLY) * ((account / 2) % 2) : -1
  const guess = (index: number) => {
    if (index === rightAt) return right.toReversed()
    const pair = [1 + Math.floor(random() * 99), 1 + Math.floor(random() * 99)]
    return pair.toSorted().join() === right.toSorted().join() ? [100 - Number(pair[0]), 1] : pair
  }
  const outcomes = await Promise.all(
    Array.from({ length: GUESSES }, async (_, index) => {
      const service = services[index % services.length] as Service
      try {
        await run(service, VERIFY, { input: { id, microDeposits: guess(index) } })
        return 'verified'
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        if (fault) await forget(service, id)
        return error.type
      }
    }),
  )
  return endOf(first, id, outcomes, rightAt !== -1)
}

type Run = <T>(service: Service, source: string, variables: object) => Promise<T>

/** Synchronized, and linked, with its amounts on their way. @returns its id */
async function linkSent(service: Service, run: Run): Promise<string> {
  await run(service, SYNC, { input: {} })
  const bank = { routingNumber: '021000021', accountNumber: '12345678', type: 'CHECKING' }
  const input = { ...bank, owner: 'Acme', ownerType: 'BUSINESS' }
  const { linkExternalBankAccount } = await run<{ linkExternalBankAccount: { externalBankAccount: { id: string } } }>(
    service,
    LINK,
    { input },
  )
  const { id } = linkExternalBankAccount.externalBankAccount
  await run(service, SEND, { input: { id, event: 'sent' } })
  return id
}

/** What the callers were told, held against the row and its events. */
async function endOf({ database }: Service, id: string, outcomes: readonly string[], wasRight: boolean): Promise<End> {
  const row = await database.collection<{ _id: string; verificationState: string }>('bankAccounts').findOne({ _id: id })
  const isLocked = outcomes.includes('micro_deposit_attempts_exceeded')
  const isVerified = outcomes.includes('verified')
  // The third wrong pair is told as the end of all tries.
  const taken = outcomes.filter((one) => one === 'micro_deposit_mismatch').length + Number(isLocked)
  const ended = { resourceId: id, 'data.verification_state': { $in: ['ENABLED', 'FAILED_VERIFICATION'] } }
  const ends = await database.collection('events').countDocuments(ended)
  const state = isVerified ? 'ENABLED' : 'FAILED_VERIFICATION'
  return {
    ...{ taken, isVerified, isLocked },
    wrong: [
      ...(taken > ATTEMPTS ? [`${taken} guesses were taken at once`] : []),
      ...(isVerified === isLocked ? [`it was told as ${isVerified ? 'verified and locked' : 'neither of both'}`] : []),
      ...(isVerified && !wasRight ? ['it was verified by a wrong pair'] : []),
      ...(row?.verificationState === state ? [] : [`it is ${row?.verificationState} after ${outcomes}`]),
      ...(ends === 1 ? [] : [`its end was told ${ends} times`]),
    ],
  }
}

async function forget({ database }: Service, id: string): Promise<void> {
  const lost = { $set: { 'microDeposits.attempts': 0 } }
  await database.collection<{ _id: string }>('bankAccounts').updateOne({ _id: id }, lost)
}
