import { say } from './say.ts'

/** Said on every page, email and document about an offer or policy of a demo carrier. */
export const DEMONSTRATION = 'Demonstration, not insurance'

export const DEMONSTRATION_NOTICE =
  'The insurance companies here are invented. Their offers and policies cover nothing.'

export const demonstration = (): string => say(DEMONSTRATION)

export const demonstrationNotice = (): string => say(DEMONSTRATION_NOTICE)
