export function errors(_given: unknown): void {}
