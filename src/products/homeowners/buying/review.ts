import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import {
  type Confidence,
  SERVICE_SOURCE,
  sourceInWords,
  sourceOf,
  tellerOf,
} from '../../../platform/values/sourced.ts'
import type { AnswerGroup } from '../../line/book.ts'
import { unconfirmed } from '../../line/fields/estimates.ts'
import type { Field } from '../../line/fields/field.ts'
import { sourceWords, valueWords } from '../../line/fields/value-words.ts'
import { type Application, addressOf, type Home, isInsured, type Loss } from '../application/application.ts'
import {
  applicantFieldNames,
  applicantFields,
  type HomeFieldName,
  homeFieldNames,
  homeFields,
} from '../application/fields.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'

export type ReviewItem = {
  name: string
  field: string
  label: string
  description: string
  value: unknown
  words: string
  source: string
  assumed: boolean
  reason: string | null
  confidence: Confidence
  rated: boolean
  definition: Field
}

export type ClaimsAsk = { name: string; address: string; losses: readonly Loss[]; undescribed: number }

export type Review = {
  token: string
  claims: ClaimsAsk[]
  homes: { property_id: string; address: string; items: ReviewItem[] }[]
}

const itemsOf = (home: Home, index: number): ReviewItem[] =>
  unconfirmed(home).map(({ field, source, confidence, reason }) => {
    const name = field as HomeFieldName
    const definition = homeFields[name]
    const { label, description, rated } = definition
    return {
      name: `home[${index}].${name}`,
      field,
      label,
      description,
      value: home[name],
      words: valueWords(name, definition, home[name]),
      source: sourceWords(source),
      assumed: source === SERVICE_SOURCE,
      reason: reason ?? null,
      confidence,
      rated,
      definition,
    }
  })

/** Changes whenever a displayed value or its home changes, so the person confirms exactly what they saw. */
const tokenOf = (homes: Review['homes']): string =>
  createHash('sha256')
    .update(
      canonicalJson(
        homes.map(({ property_id, items }) => [
          property_id,
          items.map(({ name, value }) => [name, value ?? null]),
        ]),
      ),
    )
    .digest('base64url')
    .slice(0, 22)

export const claimsAsked = ({ homes }: Application): ClaimsAsk[] =>
  homes.flatMap((home, index) => {
    const { claims_last_5_years = 0, losses = [] } = home
    const undescribed = claims_last_5_years - losses.length
    if (undescribed <= 0 || isInsured(home)) return []
    return [{ name: `home[${index}].losses`, address: addressOf(home, index), losses, undescribed }]
  })

export const reviewOf = (application: Application, only: readonly Home[] = application.homes): Review => {
  const reviewed = application.homes.flatMap((home, index) => {
    const items = only.includes(home) ? itemsOf(home, index) : []
    if (items.length === 0) return []
    return [{ property_id: home.property_id ?? '', address: addressOf(home, index), items }]
  })
  return { token: tokenOf(reviewed), claims: claimsAsked(application), homes: reviewed }
}

export const itemsIn = ({ homes }: Review): ReviewItem[] => homes.flatMap(({ items }) => items)

export const placeOf = ({ street, city, state, zip }: Partial<Home>): string =>
  [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** Every answer, and who gave it. */
export const saidIn = (intake: HomeownersIntakeRecord): AnswerGroup[] => {
  const { applicant, sources = {}, homes } = intake.application
  const teller = tellerOf(intake)
  const said = { field_estimates: [], locked: [], sources }
  return [
    {
      title: 'Homeowner',
      answers: applicantFieldNames.flatMap(name =>
        applicant[name] === undefined
          ? []
          : [
              {
                label: applicantFields[name].label,
                value: valueWords(name, applicantFields[name], applicant[name]),
                source: sourceInWords(sourceOf(said, name, teller)),
              },
            ],
      ),
    },
    ...homes.map((home, at) => ({
      title: placeOf(home) || `Home ${at + 1}`,
      answers: homeFieldNames.flatMap(name =>
        home[name] === undefined
          ? []
          : [
              {
                label: homeFields[name].label,
                value: valueWords(name, homeFields[name], home[name]),
                source: sourceInWords(sourceOf(home, name, teller)),
              },
            ],
      ),
    })),
  ]
}
