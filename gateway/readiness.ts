/** Whether this process should get traffic: yes or no for everybody, with reasons for operators. */

export interface ReadinessCheck {
  readonly name: string
  /** Throws while the service should get no traffic. */
  check(): Promise<void>
}

export interface CheckResult {
  readonly name: string
  /** Null when healthy. */
  readonly error: string | null
}

export interface Readiness {
  /** Results up to a second old; calls at the same time share one run. */
  runChecks(): Promise<readonly CheckResult[]>
  /** Makes the process not ready for good. */
  stop(): void
  isStopping(): boolean
}

const GOOD_FOR_MS = 1_000

/** @param now milliseconds of any clock that never goes back */
export function createReadiness(checks: readonly ReadinessCheck[], now = () => performance.now()): Readiness {
  let stopping = false
  let latest: Run | null = null

  function results(): Run['results'] {
    if (latest !== null && now() - latest.endedAt < GOOD_FOR_MS) return latest.results
    const run: Run = { results: Promise.all(checks.map(runCheck)), endedAt: Number.POSITIVE_INFINITY }
    void run.results.then(() => {
      run.endedAt = now()
    })
    latest = run
    return run.results
  }

  return {
    runChecks: async () => [{ name: 'running', error: stopping ? 'stopping' : null }, ...(await results())],
    stop() {
      stopping = true
    },
    isStopping: () => stopping,
  }
}

interface Run {
  readonly results: Promise<readonly CheckResult[]>
  /** Infinity while it runs. */
  endedAt: number
}

/** Never throws. */
async function runCheck({ name, check }: ReadinessCheck): Promise<CheckResult> {
  const failure = (error: unknown) => (error instanceof Error ? error.name : 'failed')
  return { name, error: await check().then(() => null, failure) }
}

export const isHealthy = (results: readonly CheckResult[]): boolean => results.every(({ error }) => error === null)

/** The body of a health check. */
export function formatHealth(results: readonly CheckResult[], verbose: boolean): string {
  const lines = verbose ? results.map(({ name, error }) => `${name} ${error ?? 'ok'}`) : []
  return `${[...lines, isHealthy(results) ? 'ok' : 'not ready'].join('\n')}\n`
}
