import { changedEntries } from '../../line/fields/changes.ts'
import { sameValue } from '../../line/fields/estimates.ts'
import type { FieldTable } from '../../line/fields/field.ts'
import type { Applicant, Home } from '../application/application.ts'
import { applicantFieldNames, applicantFields, homeFieldNames, homeFields } from '../application/fields.ts'

export const changedApplicant = (before: Applicant, after: Applicant): string[] =>
  applicantFieldNames.filter(name => !sameValue(before[name], after[name]))

export const changedHome = (before: Home, after: Home, path: string): string[] => [
  ...homeFieldNames.filter(name => !sameValue(before[name], after[name])).map(name => `${path}.${name}`),
  ...changedEntries(before, after).map(field => `${path}.field_estimates.${field}`),
  ...after.locked.filter(field => !before.locked.includes(field)).map(field => `${path}.locked.${field}`),
]

const flag = (fields: FieldTable, name: string, which: 'rated' | 'renewsConsent'): boolean =>
  Object.hasOwn(fields, name) && fields[name]?.[which] === true

const has = (path: string, which: 'rated' | 'renewsConsent'): boolean => {
  const [, , field] = /^home\[(\d+)\](?:\.(.+))?$/.exec(path) ?? []
  if (field !== undefined) return flag(homeFields, field, which)
  return path.startsWith('home[') || flag(applicantFields, path, which)
}

export const effectsOf = (changed: readonly string[]): { rated: string[]; renewsConsent: string[] } => ({
  rated: changed.filter(path => has(path, 'rated')),
  renewsConsent: changed.filter(path => has(path, 'renewsConsent')),
})
