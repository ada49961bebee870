// The last line of a run, for people and scripts: `N passed, N failed`, alone on its line. A file that cannot be loaded
// and an error outside of any test count as failures, because their tests did not pass.
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export const countReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    let passed = 0
    let failed = errors.length
    for (const module of modules) {
      failed += module.errors().length
      for (const suite of module.children.allSuites()) failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'failed' || state === 'pending') failed += 1
      }
    }
    console.log(`${passed} passed, ${failed} failed`)
  },
}
