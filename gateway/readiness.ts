/** Whether this process should get traffic: everybody is told yes or no, operators also why. */

export interface ReadinessCheck {
  readonly name: string
  /** Throws while the service should get no traffic. */
  check(): Promise<void>
}

export interface Finding {
  readonly name: string
  /** Null where all is well. */
  readonly error: string | null
}

export interface Readiness {
  findings(): Promise<readonly Finding[]>
  /** From now on the process is not ready. */
  stop(): void
  isStopping(): boolean
}

export function createReadiness(checks: readonly ReadinessCheck[]): Readiness {
  let stopping = false
  return {
    async findings() {
      const found = await Promise.all(
        checks.map(async ({ name, check }) => ({
          name,
          error: await check().then(
            () => null,
            (error: unknown) => (error instanceof Error ? error.name : 'failed'),
          ),
        })),
      )
      return [{ name: 'running', error: stopping ? 'stopping' : null }, ...found]
    },
    stop() {
      stopping = true
    },
    isStopping: () => stopping,
  }
}

export const isWell = (findings: readonly Finding[]): boolean => findings.every(({ error }) => error === null)

/** The body of a health check. */
export function formatHealth(findings: readonly Finding[], verbose: boolean): string {
  const lines = verbose ? findings.map(({ name, error }) => `${name} ${error ?? 'ok'}`) : []
  return `${[...lines, isWell(findings) ? 'ok' : 'not ready'].join('\n')}\n`
}
