import { say } from './say.ts'

export const DEMONSTRATION = 'Demonstration, not insurance'

export const DEMONSTRATION_NOTICE =
  'The insurance companies here are invented. Their offers and policies cover nothing.'

export const demonstration = (): string => say(DEMONSTRATION)

export const demonstrationNotice = (): string => say(DEMONSTRATION_NOTICE)
