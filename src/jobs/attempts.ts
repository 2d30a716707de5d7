/**
 * How often a job that fails is tried. graphile-worker waits exp(min(10, attempt)) seconds after each attempt: three
 * seconds after the first, six hours from the tenth on. After the last one the job is dead and waits for staff.
 */
export const ATTEMPTS_FOR_FOUR_DAYS = 25
export const ATTEMPTS_FOR_A_DAY = 14
export const ATTEMPTS_FOR_TEN_SECONDS = 3
export const ONE_ATTEMPT = 1
