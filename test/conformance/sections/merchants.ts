export function merchants(_given: unknown): void {}
