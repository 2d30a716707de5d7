import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Correctable, Correction, CorrectionEffect } from '../../line/book.ts'
import { followEmailChange } from '../../line/corrected-email.ts'
import type { Field } from '../../line/fields/field.ts'
import type { Json } from '../../line/fields/merge.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import { advance } from '../answering/advance.ts'
import { revise } from '../answering/revise.ts'
import { type Application, type Home, isInsured } from '../application/application.ts'
import { applicantFields, homeFields } from '../application/fields.ts'
import { publicStatus } from '../application/statuses.ts'
import { type HomeownersIntakeRecord, staffCaller } from '../intake/intake.ts'
import { homePlaces, loginUrl } from '../quoting/email-facts.ts'
import { OFFERS_EMAILED } from '../quoting/notify.ts'

const PERSON = ['full_name', 'birthday', 'email', 'phone_number', 'mailing_address'] as const
const HOME = ['closing_date', 'policy_expire', 'build_date', 'roof_date'] as const
const LOAN = ['lender_name', 'mortgagee_clause', 'address', 'loan_number', 'rank', 'escrow'] as const
const OF_LENDER = ['mortgagee_clause', 'address'] as const

type Place = Correctable & { patch(text: string): Json }

const effectOf = (field: Pick<Field, 'rated' | 'renewsConsent'>): CorrectionEffect => {
  if (field.renewsConsent) return 'voids_consent'
  return field.rated ? 'asks_carriers' : 'none'
}

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === undefined ? '' : String(value)
}

const personPlaces = ({ applicant }: Application): Place[] =>
  PERSON.map(name => ({
    name,
    label: applicantFields[name].label,
    value: shown(applicant[name]),
    effect: name === 'email' ? 'proves_again' : effectOf(applicantFields[name]),
    patch: text => ({ [name]: text }),
  }))

const atHome = (index: number, row: Json): Json => ({
  home: [...Array.from({ length: index }, () => ({})), row],
})

type Loan = NonNullable<Home['loans']>[number]

const withoutLender = ({ mortgagee_clause: _, address: __, ...rest }: Loan): Loan => rest

const clearedWith = (loan: Loan): { effect: CorrectionEffect; clears?: string } => {
  const words = OF_LENDER.flatMap(name =>
    loan[name] === undefined ? [] : `${homeFields.loans.item[name].label} “${loan[name]}”`,
  )
  return words.length > 0
    ? { effect: 'clears_clause', clears: words.join(', ') }
    : { effect: effectOf(homeFields.loans) }
}

const corrected = (loan: Loan, name: keyof Loan, text: string): Json => ({
  ...(name === 'lender_name' && text !== loan.lender_name ? withoutLender(loan) : loan),
  [name]: text,
})

const loanFrom = (text: string): Loan => ({ lender_name: text })

const withoutLoan = (loans: readonly Loan[], at: number, text: string): readonly Loan[] => {
  const expected = lenderOf(loans[at])
  if (text.trim() !== expected)
    fail('invalid_request', { message: `Enter the lender as it is on record: ${expected}.` })
  return loans.filter((_, place) => place !== at)
}

const lenderOf = (loan: Loan | undefined): string => loan?.lender_name ?? loan?.mortgagee_clause ?? 'none'

const loanPlaces = ({ loans = [] }: Home, index: number, where: string): Place[] => [
  {
    name: `home.${index}.loans.new`,
    label: `Lender of another loan, ${where}`,
    value: '',
    effect: effectOf(homeFields.loans),
    patch: text => atHome(index, { loans: [...loans, loanFrom(text)] }),
  },
  ...loans.map((loan, at) => ({
    name: `home.${index}.loans.${at}.remove`,
    label: `Remove loan ${at + 1}, ${where} (enter its lender)`,
    value: lenderOf(loan),
    effect: effectOf(homeFields.loans),
    patch: (text: string) => atHome(index, { loans: [...withoutLoan(loans, at, text)] }),
  })),
]

const homePlace = (home: Home, index: number): Place[] => {
  const where = home.street ?? `home ${index + 1}`
  return [
    ...loanPlaces(home, index, where),
    ...HOME.map(name => ({
      name: `home.${index}.${name}`,
      label: `${homeFields[name].label}, ${where}`,
      value: shown(home[name]),
      effect: effectOf(homeFields[name]),
      patch: (text: string) => atHome(index, { [name]: text }),
    })),
    ...(home.loans ?? []).flatMap((loan, at) =>
      LOAN.map(name => ({
        name: `home.${index}.loans.${at}.${name}`,
        label: `${homeFields.loans.item[name].label} of loan ${at + 1}, ${where}`,
        value: shown(loan[name]),
        ...(name === 'lender_name' ? clearedWith(loan) : { effect: effectOf(homeFields.loans) }),
        patch: (text: string) =>
          atHome(index, {
            loans: (home.loans ?? []).map((other, place) =>
              place === at ? corrected(other, name, text) : other,
            ),
          }),
      })),
    ),
  ]
}

/** An insured home is changed at the carrier, not here. */
const placesIn = (application: Application): Place[] => [
  ...personPlaces(application),
  ...application.homes.flatMap((home, index) => (isInsured(home) ? [] : homePlace(home, index))),
]

export const correctable = ({ application }: HomeownersIntakeRecord): Correctable[] =>
  placesIn(application).map(({ patch: _, ...place }) => place)

export const correct = async (app: App, { uid, name, text, actor }: Correction): Promise<boolean> => {
  const found: HomeownersIntakeRecord | null = await lockIntake(app, { uid, line: 'homeowners' })
  const intake = found ?? fail('not_found')
  const place = placesIn(intake.application).find(one => one.name === name) ?? fail('not_found')
  const caller = staffCaller(actor, uid)
  const revised = await revise(app, caller, { intake, patch: place.patch(text) })
  const { intake: now } = await advance(app, caller, { ...revised, authorized: undefined })
  const { applicant } = revised.intake.application
  if (revised.changed.includes('email') && applicant.email !== undefined)
    await followEmailChange(app, {
      uid,
      sandbox: intake.sandbox,
      from: intake.application.applicant.email,
      to: applicant.email,
      fullName: applicant.full_name,
      places: homePlaces(revised.intake.application),
      link: loginUrl(app, uid),
      then_job: publicStatus(now.status).status === 'quoted' ? OFFERS_EMAILED : undefined,
      language: applicant.preferred_language,
    })
  return revised.changed.length > 0
}
