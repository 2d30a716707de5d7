export const scopeNames = ['calculators', 'umbrella', 'homeowners'] as const

export type ScopeName = (typeof scopeNames)[number]
