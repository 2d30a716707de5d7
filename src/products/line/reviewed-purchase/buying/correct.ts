import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { staffActor } from '../../acts/actor.ts'
import type { Correctable, Correction } from '../../book.ts'
import { followEmailChange } from '../../corrected-email.ts'
import { applyDraft } from '../answering/patch.ts'
import { reviseDraft, settleAnswers } from '../answering/save-draft.ts'
import { type Actor, lockForJob, type ReviewedIntake } from '../intake/intake.ts'
import { noteOnPurchase } from '../intake/writer.ts'
import { placesOf } from '../quoting/carriers.ts'
import { lineOf } from '../reviewed-line.ts'

const REVIEWED = ['full_name', 'birthday', 'effective_date'] as const
const CONTACT = ['email', 'phone_number'] as const

const isContact = (name: string): boolean => CONTACT.some(one => one === name)

const effectOf = (name: string): Correctable['effect'] => {
  if (name === 'email') return 'proves_again'
  return isContact(name) ? 'none' : 'voids_review'
}

export const correctable = (intake: ReviewedIntake): Correctable[] =>
  [...REVIEWED, ...CONTACT].map(name => ({
    name,
    label: lineOf(intake).fields[name].label,
    value: intake.application.household[name] ?? '',
    effect: effectOf(name),
  }))

const staffAtDesk = (name: string): Actor => ({
  ...staffActor(name),
  words: {
    howToChange: 'ask the carrier for the change',
    howToChooseAgain: 'ask the carrier for the change',
    howToStartAgain: 'start a new application',
    whatNext: () => Promise.resolve('Ask the carrier for the change, and write a note.'),
  },
})

type Own = Correction & { intake: ReviewedIntake }

/** No carrier rates how to reach the buyer, so offers and consents stay, unlike with other changes. */
const correctContact = async (app: App, { intake, name, text, actor }: Own): Promise<boolean> => {
  const { application, changed } = applyDraft(
    intake.application,
    { intake: { [name]: text } },
    { line: lineOf(intake), now: app.clock.now(), origin: 'staff', current_status: intake.status },
  )
  if (changed.length === 0) return false
  const why = { actor, event: 'updated', facts: { changed } }
  const noted = await noteOnPurchase(app, intake, { application }, why)
  if (noted.status === 'needs_more_info') await settleAnswers(app, noted, actor)
  const { email, full_name, preferred_language } = application.household
  if (name === 'email' && email !== undefined)
    await followEmailChange(app, {
      uid: intake.uid,
      sandbox: intake.sandbox,
      from: intake.application.household.email,
      to: email,
      fullName: full_name,
      places: placesOf({ ...intake, application }),
      link: null,
      language: preferred_language,
    })
  return true
}

export const correct = async (app: App, correction: Correction): Promise<boolean> => {
  const { uid, name, text, actor } = correction
  const intake = (await lockForJob(app, uid)) ?? fail('not_found')
  const place = correctable(intake).find(one => one.name === name) ?? fail('not_found')
  if (isContact(name)) return correctContact(app, { ...correction, intake })
  if (place.value === text) return false
  await reviseDraft(app, staffAtDesk(actor), { intake, sent: { intake: { [name]: text } } })
  return true
}
