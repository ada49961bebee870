export function webhooks(_given: unknown): void {}
