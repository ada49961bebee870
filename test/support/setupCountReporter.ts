// The last line of a run, for people and scripts: `N passed, N failed`, alone on its line. A file that cannot be loaded
// and an error outside of any test count as failures, because their tests did not pass. Above it what passed only when
// it was tried again, with the first error.
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

export const countReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    let passed = 0
    let failed = errors.length
    for (const module of modules) {
      failed += module.errors().length
      for (const suite of module.children.allSuites()) failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (test.diagnostic()?.flaky)
          console.warn(`passed when tried again: ${module.relativeModuleId} > ${test.fullName}: ${firstError(test)}`)
        if (state === 'passed') passed += 1
        else if (state === 'failed' || state === 'pending') failed += 1
      }
    }
    console.log(`${passed} passed, ${failed} failed`)
  },
}

function firstError(test: TestCase): string {
  return test.result().errors?.[0]?.message ?? 'unknown'
}
