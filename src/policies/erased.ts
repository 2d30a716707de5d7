/** Stands where the facts of a policy or an order were, once they are erased. */
export const ERASED = { erased: true } as const

export const isErased = (facts: object): boolean => 'erased' in facts
