// `npm run contracts`: compiles the contracts of this folder into `artifacts/`, which is committed, so that nothing has to
// be compiled to run the service. A test compiles them again and compares.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface Artifact {
  readonly abi: readonly object[]
  /** With 0x: what deploys it, and what is at its address then. */
  readonly bytecode: string
  readonly deployedBytecode: string
}

const ARTIFACTS = join(import.meta.dirname, 'artifacts')

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<
    Record<string, Record<string, { abi: object[]; evm: Record<'bytecode' | 'deployedBytecode', { object: string }> }>>
  >
}

/** The artifacts of all contracts by name. @throws Error with what the compiler says, warnings included */
export function compileContracts(): Record<string, Artifact> {
  // Loaded only here: the compiler is large, and no part of the service.
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.sol'))
  const sources = files.map((file) => [file, { content: readFileSync(join(import.meta.dirname, file), 'utf8') }])
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 10_000 },
      // Otherwise the bytecode contains a hash of the comments too.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  const complaints = (output.errors ?? []).map(({ formattedMessage }) => formattedMessage)
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
  const compiled = Object.values(output.contracts).flatMap((file) => Object.entries(file))
  return Object.fromEntries(
    compiled.map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` },
    ]),
  )
}

/** The committed artifact of a contract. */
export function readContractArtifact(name: 'UsdtToken' | 'PyusdToken' | 'BatchRelayer'): Artifact {
  return JSON.parse(readFileSync(join(ARTIFACTS, `${name}.json`), 'utf8')) as Artifact
}

if (import.meta.main) {
  mkdirSync(ARTIFACTS, { recursive: true })
  for (const [name, artifact] of Object.entries(compileContracts()))
    writeFileSync(join(ARTIFACTS, `${name}.json`), `${JSON.stringify(artifact, null, 2)}\n`)
}
