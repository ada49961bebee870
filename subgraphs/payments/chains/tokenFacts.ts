/**
 * What the contracts of tokens say of themselves. The EIP-712 domains that they sign under (specification 2.9): from the table
 * where it has them, otherwise from the contract, and always compared with the separator of the contract, since with a wrong name
 * or version every signature would silently recover another address. And in how many decimals they count.
 */
import { AbiCoder, id } from 'ethers'
import { type ChainAdapter, ChainUnavailable } from './chainAdapter.ts'
import { domainSeparator, type TokenDomain } from './eip3009.ts'
import { isRevert } from './gas.ts'
import type { Endpoints } from './jsonRpc.ts'

/** What stands at the address of a token is not the token that the table describes. */
class TokenMismatch extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TokenMismatch'
  }
}

/** @throws TokenMismatch, ChainUnavailable */
export function createTokenFacts(
  endpoints: Endpoints,
  {
    chain,
    chainId,
    domains = {},
  }: {
    readonly chain: string
    readonly chainId: number
    readonly domains?: Readonly<Record<string, { readonly name: string; readonly version: string }>>
  },
): Pick<ChainAdapter, 'tokenDomain' | 'tokenDecimals'> {
  const verified = new Map<string, TokenDomain>()
  const decimals = new Map<string, number>()

  async function ask(token: string, method: string): Promise<string> {
    const data = id(method).slice(0, 10)
    const [answer] = await endpoints.call([{ method: 'eth_call', params: [{ to: token, data }, 'latest'] }])
    if (answer !== undefined && 'result' in answer && answer.result !== '0x') return String(answer.result)
    if (answer === undefined || ('error' in answer && !isRevert(answer.error)))
      throw new ChainUnavailable(`${method} of ${token} is not answered`)
    throw new TokenMismatch(`the contract at ${token} on ${chain} has no ${method}`)
  }

  async function tokenDecimals(token: string, expected: number): Promise<number> {
    const known = decimals.get(token)
    if (known === expected) return known
    const found = Number(await ask(token, 'decimals()'))
    // A wrong answer is asked for again: one endpoint may have given it once.
    if (found === expected) decimals.set(token, found)
    return found
  }

  async function tokenDomain(token: string): Promise<TokenDomain> {
    const known = verified.get(token)
    if (known !== undefined) return known
    const stated = domains[token.toLowerCase()]
    const name = stated?.name ?? decodeText(await ask(token, 'name()'))
    const version = stated?.version ?? decodeText(await ask(token, 'version()'))
    const domain = { name, version, chainId, verifyingContract: token }
    if ((await ask(token, 'DOMAIN_SEPARATOR()')) !== domainSeparator(domain))
      throw new TokenMismatch(
        `the contract at ${token} on ${chain} signs under another EIP-712 domain than "${name}" version "${version}"`,
      )
    verified.set(token, domain)
    return domain
  }

  return { tokenDomain, tokenDecimals }
}

const decodeText = (data: string): string => String(AbiCoder.defaultAbiCoder().decode(['string'], data)[0])
