export function clock(_given: unknown): void {}
