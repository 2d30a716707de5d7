export const ATTEMPTS_FOR_FOUR_DAYS = 25
export const ATTEMPTS_FOR_A_DAY = 14
export const ATTEMPTS_FOR_TEN_SECONDS = 3
export const ONE_ATTEMPT = 1
