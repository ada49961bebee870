// Three kinds of test: unit (pure, parallel), integration and conformance (a real replica set and a real chain, started
// once for the run and handed over by `inject('services')`; every file uses a database name of its own).
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { countReporter } from './test/support/setupCountReporter.ts'

const services = {
  globalSetup: ['test/support/setupServices.ts'],
  testTimeout: 120_000,
  hookTimeout: 240_000,
  // Real databases, chains and processes on two processors: a wait can be too short there. What passes only at its second
  // try is listed at the end of the run. Where somebody works on a test, it fails at once.
  retry: process.env['CI'] === undefined ? 0 : 1,
}

/** What takes longest first, so that nothing long is left when the rest has ended: conformance, then the proofs. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      moduleId.includes('/test/conformance/') ? 0 : moduleId.endsWith('/prove.test.ts') ? 1 : 2
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  resolve: {
    // Apollo's CommonJS packages load this build; with the other one `instanceof GraphQLSchema` would be false.
    alias: [
      { find: /^graphql$/, replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)) },
    ],
  },
  test: {
    pool: 'forks',
    // On two processors: a file that waits for a block or a process leaves its processor to the databases, chains and others.
    maxWorkers: 3,
    // Loading the service is a fifth of the processor time of a file that uses it: a worker loads it once. Files share no
    // state by it: worlds are opened and closed by the files themselves.
    isolate: false,
    env: {
      // Set before any import: the gateway's constructor would report to its vendor.
      APOLLO_TELEMETRY_DISABLED: 'true',
      // For the processes that tests start, as the commands do it for themselves: compiling is a third of a start.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
    },
    reporters: ['default', countReporter],
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/support/setupFrozenRows.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/{unit,bench}/**/*.test.ts'], testTimeout: 120_000 } },
      { extends: true, test: { name: 'integration', include: ['test/{integration,fault}/**/*.test.ts'], ...services } },
      { extends: true, test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'], ...services } },
    ],
  },
})
