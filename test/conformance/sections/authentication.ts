export function authentication(_given: unknown): void {}
