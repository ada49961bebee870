export function wallets(_given: unknown): void {}
