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
  runChecks(): Promise<readonly CheckResult[]>
  /** Makes the process not ready for good. */
  stop(): void
  isStopping(): boolean
}

export function createReadiness(checks: readonly ReadinessCheck[]): Readiness {
  let stopping = false
  return {
    async runChecks() {
      const results = await Promise.all(
        checks.map(async ({ name, check }) => ({
          name,
          error: await check().then(
            () => null,
            (error: unknown) => (error instanceof Error ? error.name : 'failed'),
          ),
        })),
      )
      return [{ name: 'running', error: stopping ? 'stopping' : null }, ...results]
    },
    stop() {
      stopping = true
    },
    isStopping: () => stopping,
  }
}

export const isHealthy = (results: readonly CheckResult[]): boolean => results.every(({ error }) => error === null)

/** The body of a health check. */
export function formatHealth(results: readonly CheckResult[], verbose: boolean): string {
  const lines = verbose ? results.map(({ name, error }) => `${name} ${error ?? 'ok'}`) : []
  return `${[...lines, isHealthy(results) ? 'ok' : 'not ready'].join('\n')}\n`
}
