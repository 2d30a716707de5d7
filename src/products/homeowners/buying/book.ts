import { sourceInWords, sourceOf, tellerOf } from '../../../platform/values/sourced.ts'
import type { AnswerGroup, Person } from '../../line/book.ts'
import { valueWords } from '../../line/fields/value-words.ts'
import type { Badge } from '../../line/record/status-book.ts'
import type { Application, Home } from '../application/application.ts'
import { applicantFieldNames, applicantFields, homeFieldNames, homeFields } from '../application/fields.ts'
import { homeStatus } from '../application/statuses.ts'
import type { HomeIntake } from '../intake/intake.ts'
import { correct, correctable } from './correct.ts'
import { allowPurchase } from './held-purchase.ts'
import { tellBoundAgain } from './notify.ts'

const placeOf = ({ street, city, state, zip }: Partial<Home>): string =>
  [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

const person = ({ applicant, homes }: Application): Person => {
  const place = placeOf(homes[0] ?? {}) || null
  return {
    name: applicant.full_name ?? null,
    email: applicant.email ?? null,
    phone: applicant.phone_number ?? null,
    place,
    mail: applicant.mailing_address ?? place,
  }
}

const answers = (intake: HomeIntake): AnswerGroup[] => {
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

const badge = ({ status }: Pick<HomeIntake, 'status' | 'erasedAt'>): Badge => homeStatus(status).badge

export const homeownersBook = { person, badge, answers, correctable, correct, allowPurchase, tellBoundAgain }
