/** As offers call them. */
export const umbrellaLimitNames = ['coverage_limit'] as const

export type UmbrellaLimitName = (typeof umbrellaLimitNames)[number]
