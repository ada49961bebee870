// The compiled contracts in the repository are those of its sources: nobody has to trust bytecode that nothing explains.
import { expect, test } from 'vitest'
import { compileContracts, readContractArtifact } from '../../../scripts/contracts/compile.ts'

test('compiling the contracts again gives the committed artifacts', () => {
  const compiled = compileContracts()
  expect(Object.keys(compiled).sort()).toEqual(['BatchRelayer', 'PyusdToken', 'UsdtToken'])
  for (const name of ['BatchRelayer', 'PyusdToken', 'UsdtToken'] as const)
    expect(readContractArtifact(name), `run npm run contracts: ${name} has changed`).toEqual(compiled[name])
}, 60_000)
