export function policies(_given: unknown): void {}
