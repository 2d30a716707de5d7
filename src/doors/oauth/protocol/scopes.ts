import type { LicensedLine } from '../../../platform/config/licenses-file.ts'
import { type ScopeName, scopeNames } from '../../../platform/key/scopes.ts'

export const SCOPES = {
  calculators: 'Estimate prices for auto, home, and umbrella insurance. Buys nothing.',
  umbrella: 'Apply for and buy umbrella insurance for your customers, and read your open applications.',
  homeowners:
    'Submit and read homeowners applications for your customers, get quotes, and email customers about them.',
} as const satisfies Record<ScopeName, string> satisfies Record<LicensedLine | 'calculators', string>

export type Scope = ScopeName

export const ALL_SCOPES: Scope[] = [...scopeNames]

const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text)

const OFFLINE = 'offline_access'

export const requestedScopes = (text: string | undefined, all: readonly string[] = ALL_SCOPES): string[] => {
  const asked = [...new Set((text ?? '').split(' '))].filter(scope => scope !== '' && scope !== OFFLINE)
  return asked.length > 0 ? asked : [...all]
}

export const unknownScope = (asked: Iterable<string>): string | undefined =>
  [...asked].find(scope => !isScope(scope))

export const onlyScopes = (asked: Iterable<string>): Scope[] => [...asked].filter(isScope)
