/** What a credential can be limited to. A scope is the tag of its operations in the route table. */
export const scopeNames = ['calculators', 'umbrella', 'homeowners'] as const

export type ScopeName = (typeof scopeNames)[number]
