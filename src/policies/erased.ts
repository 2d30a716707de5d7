/** Replaces the facts of a policy or an order once they are erased. */
export const ERASED = { erased: true } as const

export const isErased = (facts: object): boolean => 'erased' in facts
