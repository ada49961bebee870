/**
 * Micro-deposits (domain 1.3): wrong pairs are guessed at once through two services. In each round no more than three are
 * taken as guesses, whatever the number of those that come together, and what is guessed rightly among them verifies.
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
  let taken = 0
  try {
    const services = await Promise.all([world.open(), world.open()])
    for (let account = 0; account < accounts; account++) {
      const mismatches = await guessAtOnce(services, random, { account, fault })
      taken += mismatches
      if (mismatches > ATTEMPTS) breaches.push(`account ${account}: ${mismatches} guesses were taken at once`)
      if (fault && breaches.length > 0) break
    }
    if (!fault) breaches.push(...(await world.audit()).filter((line) => !line.includes('nothing was there to check')))
    return { figures: { accounts, guesses: accounts * GUESSES, taken }, breaches }
  } finally {
    await world.close()
  }
}

/** @returns how many wrong pairs were compared with the right one */
async function guessAtOnce(
  services: readonly Service[],
  random: () => number,
  { account, fault }: { readonly account: number; readonly fault: boolean },
): Promise<number> {
  const [first] = services as [Service, ...Service[]]
  const { admin } = await createOrganization(first, `Guesses ${account}`)
  const run = <T>(service: Service, source: string, variables: object) =>
    execute<T>(service.subgraphs.treasury, admin, source, { ...variables })
  await run(first, SYNC, { input: {} })
  const form = {
    routingNumber: '021000021',
    accountNumber: '12345678',
    type: 'CHECKING',
    owner: 'Acme',
    ownerType: 'BUSINESS',
  }
  const { linkExternalBankAccount } = await run<{ linkExternalBankAccount: { externalBankAccount: { id: string } } }>(
    first,
    LINK,
    { input: form },
  )
  const { id } = linkExternalBankAccount.externalBankAccount
  await run(first, SEND, { input: { id, event: 'sent' } })
  const { simulatedMicroDeposits } = await run<{ simulatedMicroDeposits: { microDeposits: number[] } }>(first, READ, {
    id,
  })
  const right = simulatedMicroDeposits.microDeposits
  const guess = () => {
    const pair = [1 + Math.floor(random() * 99), 1 + Math.floor(random() * 99)]
    return pair.toSorted().join() === right.toSorted().join() ? [100 - Number(pair[0]), 1] : pair
  }
  const outcomes = await Promise.all(
    Array.from({ length: GUESSES }, async (_, index) => {
      const service = services[index % services.length] as Service
      try {
        await run(service, VERIFY, { input: { id, microDeposits: guess() } })
        return 'verified'
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        if (fault) await forget(service, id)
        return error.type === 'micro_deposit_mismatch' ? 'mismatch' : error.type
      }
    }),
  )
  const exceeded = outcomes.includes('micro_deposit_attempts_exceeded') ? 1 : 0
  return outcomes.filter((one) => one === 'mismatch').length + exceeded
}

async function forget({ database }: Service, id: string): Promise<void> {
  const lost = { $set: { 'microDeposits.attempts': 0 } }
  await database.collection<{ _id: string }>('bankAccounts').updateOne({ _id: id }, lost)
}
