export const ERASED_FACTS = { erased: true } as const

export const isErased = (facts: object): boolean => 'erased' in facts
