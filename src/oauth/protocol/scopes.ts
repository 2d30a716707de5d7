/** What a token can be good for, and what that means to the person who grants it. A scope is the tag of its operations. */
export const SCOPES = {
  calculators: 'Calculate prices for auto, home and umbrella insurance. Nothing is bought.',
  umbrella:
    'Apply for and buy umbrella insurance for your customers, and read the applications you have open.',
  homeowners:
    'Send and read the homeowners applications of your customers, get quotes, and mail customers about them.',
} as const satisfies Record<string, string>

export type Scope = keyof typeof SCOPES

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[]

const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text)

// A refresh token comes anyway: whoever asks for one by this name asks for nothing more.
const OFFLINE = 'offline_access'

/** A `scope` parameter as a list; nothing asked for means everything there is. */
export const askedScopes = (text: string | undefined, all: readonly string[] = ALL_SCOPES): string[] => {
  const asked = [...new Set((text ?? '').split(' '))].filter(scope => scope !== '' && scope !== OFFLINE)
  return asked.length > 0 ? asked : [...all]
}

export const unknownScope = (asked: Iterable<string>): string | undefined =>
  [...asked].find(scope => !isScope(scope))

export const onlyScopes = (asked: Iterable<string>): Scope[] => [...asked].filter(isScope)
