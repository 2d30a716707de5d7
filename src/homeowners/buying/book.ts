import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { AnswerGroup, Person, PhoneCorrection } from '../../line/book.ts'
import { sourceInWords, sourceOf, tellerOf } from '../../line/fields/sourced.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import { advance } from '../answering/advance.ts'
import { revise } from '../answering/revise.ts'
import type { Application, Home } from '../application/application.ts'
import { applicantFieldNames, applicantFields, homeFieldNames, homeFields } from '../application/fields.ts'
import { valueWords } from '../application/value-words.ts'
import type { StaffCaller } from '../intake/caller.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'

const placeOf = ({ street, city, state, zip }: Partial<Home>): string =>
  [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

const person = ({ applicant, homes }: Application): Person => ({
  name: applicant.full_name ?? null,
  email: applicant.email ?? null,
  phone: applicant.phone_number ?? null,
  place: placeOf(homes[0] ?? {}) || null,
})

const answers = (intake: HomeownersIntakeRecord): AnswerGroup[] => {
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

const correctPhone = async (app: App, { uid, phone, actor }: PhoneCorrection): Promise<boolean> => {
  const found: HomeownersIntakeRecord | null = await lockIntake(app, { uid, line: 'homeowners' })
  const intake = found ?? fail('not_found')
  const caller: StaffCaller = {
    kind: 'staff',
    actor,
    uid,
    address: '',
    userAgent: '',
    scope: null,
    credentialId: null,
  }
  const revised = await revise(app, caller, { intake, patch: { phone_number: phone } })
  await advance(app, caller, { ...revised, authorized: undefined })
  return revised.changed.length > 0
}

export const homeownersBook = { person, answers, correctPhone }
