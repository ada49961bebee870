export function books(_given: unknown): void {}
