export const umbrellaLimitNames = ['coverage_limit'] as const

export type UmbrellaLimitName = (typeof umbrellaLimitNames)[number]
