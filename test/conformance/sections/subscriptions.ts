export function subscriptions(_given: unknown): void {}
