export function ownership(_given: unknown): void {}
