export function dryRun(_given: unknown): void {}
