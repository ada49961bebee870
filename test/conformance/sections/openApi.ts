export function openApi(_given: unknown): void {}
export function recordAnswers(): void {}
