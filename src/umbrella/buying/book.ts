import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { AnswerGroup, Person, PhoneCorrection } from '../../line/book.ts'
import { applyDraft } from '../answering/patch.ts'
import { settleAnswers } from '../answering/save-draft.ts'
import type { Application } from '../application/application.ts'
import { lockForJob, type UmbrellaIntakeRecord } from '../intake/intake.ts'
import { noteOnUmbrella } from '../intake/writer.ts'
import { answersOf } from './desk.ts'

const person = ({ household }: Application): Person => {
  const { full_name, email, phone_number, street, city, state, zip } = household
  const place = [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return { name: full_name ?? null, email: email ?? null, phone: phone_number ?? null, place: place || null }
}

const answers = (intake: UmbrellaIntakeRecord): AnswerGroup[] => [
  { title: 'Household', answers: answersOf(intake) },
]

/** No carrier rates a phone number, so offers and consents stay, unlike with other changes. */
const correctPhone = async (app: App, { uid, phone, actor }: PhoneCorrection): Promise<boolean> => {
  const intake = (await lockForJob(app, uid)) ?? fail('not_found')
  const { application, changed } = applyDraft(
    intake.application,
    { intake: { phone_number: phone } },
    { now: app.clock.now(), origin: 'staff', current_status: intake.status },
  )
  if (changed.length === 0) return false
  const noted = await noteOnUmbrella(
    app,
    intake,
    { application },
    { actor, event: 'updated', facts: { changed } },
  )
  if (noted.status === 'needs_more_info') await settleAnswers(app, noted, actor)
  return true
}

export const umbrellaBook = { person, answers, correctPhone }
