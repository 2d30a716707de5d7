export const ERASED = { erased: true } as const

export const isErased = (facts: object): boolean => 'erased' in facts
