/** The ports of a spend before it is accepted, with the scenarios of the sandbox. In live mode they are the real ones. */
import { chainUnavailable, rpcUnreachable } from '../../shared/chainName.ts'
import { DomainError } from '../../shared/errors.ts'
import { parseAddress } from '../../shared/evmAddress.ts'
import type { MerchantDirectory } from '../../shared/merchantDirectory.ts'
import type { ScreeningCheck } from '../../shared/spend.ts'
import { pricingPairOf, type Token } from '../../shared/tokens.ts'
import type { PaymentsDeps, Screened } from '../ports.ts'
import { AML_RULES } from '../rules/aml.ts'
import { LIST_FINDINGS, NAME_FINDINGS, screeningUnavailable } from '../rules/screening.ts'
import { type Fault, sandboxMerchant, scenarioOf, type Transferred } from './scenarios.ts'

type SandboxPorts = Pick<PaymentsDeps, 'screener' | 'merchants' | 'rates' | 'routeRefusal'> &
  Required<Pick<PaymentsDeps, 'gasQuotes'>>

export function withSandboxPorts(real: SandboxPorts): SandboxPorts {
  const { screener, merchants, rates, gasQuotes } = real
  return {
    screener: screenerOf(screener),
    merchants: directoryOf(merchants),
    rates: {
      async toUsdMicro(amount, mode, to = null) {
        if (faultOf(mode, { to, units: amount.units })?.port === 'rates') requireNoRate(amount.token)
        return rates.toUsdMicro(amount, mode, to)
      },
      async fromUsdMicro(usdMicro, token, mode, payee = '') {
        if (sandboxMerchant(mode, payee)?.scenario.fault?.port === 'rates') requireNoRate(token)
        return rates.fromUsdMicro(usdMicro, token, mode, payee)
      },
    },
    gasQuotes(mode, chain, transfer) {
      const quote = gasQuotes(mode, chain, transfer)
      if (quote === undefined || transfer === undefined || faultOf(mode, transfer)?.port !== 'gas') return quote
      return { ...quote, estimateWei: quote.budgetWei + 1n }
    },
    routeRefusal(mode, chain, token, transfer) {
      const fault = transfer === undefined ? null : faultOf(mode, transfer)
      if (fault?.port !== 'route') return real.routeRefusal(mode, chain, token, transfer)
      return fault.isReachable ? chainUnavailable(chain, token) : rpcUnreachable(chain, token)
    },
  }
}

/** @throws DomainError fx_rate_unavailable, unless the token is worth a dollar */
function requireNoRate(token: Token): void {
  const pair = pricingPairOf(token)
  if (pair === null) return
  throw new DomainError(
    'fx_rate_unavailable',
    `There is no recent ${pair} rate, so ${token} cannot be priced. Use a dollar token, or try later.`,
    {
      ...{ pair, as_of: null, retryable: true },
    },
  )
}

function faultOf(mode: Parameters<typeof scenarioOf>[0], transfer: Transferred): Fault | null {
  return scenarioOf(mode, transfer)?.fault ?? null
}

function screenerOf(real: PaymentsDeps['screener']): PaymentsDeps['screener'] {
  /** Without a payment, who would be paid decides; amounts stand for something only where ok.test is paid. */
  const faultOfScreening = ({ address, mode, payment }: Screened) => {
    const fault = faultOf(mode, { to: address, units: payment?.units ?? 0n })
    return fault?.port === 'screening' ? fault.outcome : null
  }
  return {
    isOutdated: (platform) => real.isOutdated(platform),
    versions: () => real.versions(),
    refresh: () => real.refresh(),
    screenRecord: (input) => real.screenRecord(input),
    inForce: () => real.inForce(),
    versionsAt: (revision) => real.versionsAt(revision),
    sanctioned: () => real.sanctioned(),
    check: (input) => [...real.check(input), ...(faultOfScreening(input) === 'deny' ? FOUND.deny : [])],
    async screen(input) {
      const fault = faultOfScreening(input)
      if (fault === 'unavailable') throw screeningUnavailable('screening_unavailable')
      const screened = await real.screen(input)
      // Beside what is found in reality: a listed beneficiary is denied whoever is paid.
      return fault === null ? screened : { ...screened, checks: [...screened.checks, ...FOUND[fault]] }
    },
  }
}

export const SANDBOX_LIST = { list: 'sandbox', list_version: 'sandbox' }
/** Nobody: as an entry of a real list names somebody. */
const LISTED = { ...SANDBOX_LIST, listed_name: 'SANDBOX, Somebody', listed_uid: '1', listed_programs: 'SANDBOX' }
/** What screening finds of whom it does not pass. */
const FOUND = {
  deny: [{ ...LIST_FINDINGS.sanctions, evidence: LISTED }],
  similar: [{ ...NAME_FINDINGS.similar, evidence: LISTED }],
  risk: AML_RULES.filter(({ name }) => name === 'one_hop_exposure' || name === 'homograph').map(({ name, score }) => ({
    ...{ name, score, outcome: 'pass', evidence: SANDBOX_LIST },
  })),
} as const satisfies Readonly<Record<string, readonly ScreeningCheck[]>>

/** Merchants that the organization has registered itself come first. */
function directoryOf(real: MerchantDirectory): MerchantDirectory {
  return {
    ...real,
    async resolve(input) {
      const found = await real.resolve(input)
      const own = sandboxMerchant(input.mode, input.to)
      const isRegistered = (found.merchant?.merchantId ?? null) !== null || found.sharers !== undefined
      if (own === null || isRegistered) return found
      const { domain, scenario } = own
      const address = scenario.address === null ? null : parseAddress(scenario.address)
      return {
        ...found,
        destination: address === null ? { reason: 'merchant_has_no_address_on_chain', chains: [] } : { address },
        merchant: { merchantId: null, domain, category: scenario.category, status: 'active' },
      }
    },
  }
}
