import { recordOf } from '../../../platform/lib/keys-of.ts'
import { LINES, type ScopeName, scopeNames } from '../../../platform/lines.ts'

const CALCULATORS = 'Estimate prices for auto, home, and umbrella insurance. Buys nothing.'

export const SCOPES = recordOf(scopeNames, name => (name === 'calculators' ? CALCULATORS : LINES[name].scope))

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
