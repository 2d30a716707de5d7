import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { propertyKey } from '../../../../platform/values/address-key.ts'
import { staffActor } from '../../acts/actor.ts'
import type { AnswerGroup, Correctable, Correction, Person } from '../../book.ts'
import { heldByOthers } from '../../buying/one-purchase-per-property.ts'
import { followEmailChange } from '../../corrected-email.ts'
import type { Badge } from '../../record/status-book.ts'
import { applyDraft } from '../answering/patch.ts'
import { reviseDraft, settleAnswers } from '../answering/save-draft.ts'
import type { Application } from '../application/application.ts'
import { isToSign, shownBadge, shownStatus } from '../application/statuses.ts'
import { type Actor, lockForJob, type ReviewedIntake } from '../intake/intake.ts'
import { claimOrHold, holdsAddress, isAddressAllowed } from '../intake/one-purchase.ts'
import { noteOnPurchase } from '../intake/writer.ts'
import { placesOf } from '../quoting/offers.ts'
import { lineOf } from '../reviewed-line.ts'
import { answersOf } from './desk.ts'
import { resumePurchase } from './info-request.ts'
import { tellBoundAgain } from './notify.ts'
import { enqueuePlacing } from './place-job.ts'

const REVIEWED = ['full_name', 'birthday', 'effective_date'] as const
const CONTACT = ['email', 'phone_number'] as const

const isContact = (name: string): boolean => CONTACT.some(one => one === name)

const effectOf = (name: string): Correctable['effect'] => {
  if (name === 'email') return 'proves_again'
  return isContact(name) ? 'none' : 'voids_review'
}

const correctable = (intake: ReviewedIntake): Correctable[] =>
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

const BOUGHT: readonly string[] = ['chosen', 'info_requested']

const isWaiting = async (app: App, intake: ReviewedIntake): Promise<boolean> =>
  BOUGHT.includes(intake.status) && !(await holdsAddress(app, intake))

const isHeldByOther = async (app: App, intake: ReviewedIntake): Promise<boolean> => {
  const { household: address } = intake.application
  const { state = '', effective_date: starts_on = dayIn(state, app.clock.now()) } = address
  const isAllowed = isAddressAllowed(intake.application)
  return (await heldByOthers(app, intake, [{ item: '', path: '', address, starts_on, isAllowed }])).length > 0
}

const isPurchaseHeld = async (app: App, intake: ReviewedIntake): Promise<boolean> =>
  (await isWaiting(app, intake)) || (isToSign(intake.status) && (await isHeldByOther(app, intake)))

const goOn = async (app: App, intake: ReviewedIntake, actor: string): Promise<void> => {
  const { status, application } = intake
  await claimOrHold(app, { kind: 'staff' }, intake)
  if (status === 'chosen') await enqueuePlacing(app, intake)
  else if (application.purchase?.info_request?.fields.length === 0)
    await resumePurchase(app, intake, { application, actor })
}

const NOT_HELD = 'Nothing holds this purchase any more. The person can buy.'

export const allowPurchase = async (app: App, uid: string, actor: string): Promise<void> => {
  const intake = (await lockForJob(app, uid)) ?? fail('not_found')
  const allowed_address = propertyKey(intake.application.household)
  const waits = await isWaiting(app, intake)
  if (allowed_address === null || !(waits || (await isHeldByOther(app, intake))))
    return fail('conflict', { message: NOT_HELD, current_status: intake.status })
  const application = { ...intake.application, allowed_address }
  const event = { actor, event: 'purchase_allowed', facts: {} }
  const allowed = await noteOnPurchase(app, intake, { application }, event)
  if (waits) await goOn(app, allowed, actor)
}

const person = ({ household }: Application): Person => {
  const { full_name, email, phone_number, street, city, state, zip } = household
  const place = [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return {
    name: full_name ?? null,
    email: email ?? null,
    phone: phone_number ?? null,
    place: place || null,
    mail: place || null,
  }
}

const answers = (intake: ReviewedIntake): AnswerGroup[] => [
  { title: 'Household', answers: answersOf(intake) },
]

const badge = ({ status, erasedAt }: Pick<ReviewedIntake, 'status' | 'erasedAt'>): Badge =>
  shownBadge(shownStatus(status, { isErased: erasedAt !== null, life: undefined }).detail_status)

export const bookHandlers = {
  person,
  badge,
  answers,
  correctable,
  correct,
  allowPurchase,
  isPurchaseHeld,
  tellBoundAgain,
}
