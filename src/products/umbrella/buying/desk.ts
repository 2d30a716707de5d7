import { inThousands } from '../../../agency/carriers/umbrella/underlying-limits.ts'
import type { DocumentRecord } from '../../../agency/documents/documents.ts'
import type { App } from '../../../platform/app.ts'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import { fail } from '../../../platform/errors.ts'
import { momentWords } from '../../../platform/pages/moment.ts'
import { dayWords, isDay } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { sourceInWords, sourceOf, tellerOf } from '../../../platform/values/sourced.ts'
import { hasClaim } from '../../line/buying/one-purchase-per-property.ts'
import type { DeskInfoAnswer } from '../../line/desk.ts'
import { consentsOf } from '../../line/record/consent.ts'
import { proofWords, purposeWords } from '../../line/record/consent-words.ts'
import { isUmbrellaField, umbrellaFieldNames, umbrellaFields } from '../application/fields.ts'
import { umbrellaLifecycle } from '../application/lifecycle.ts'
import { requestToken } from '../application/requested.ts'
import { displayed, maskedValue } from '../application/value-words.ts'
import { countInfoRequests, listInfoRequests } from '../intake/buyer-store.ts'
import { lockForJob, readIntake, type UmbrellaIntakeRecord } from '../intake/intake.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { endPurchase } from './change-offer.ts'
import { askable, askForInformation, resumePurchase, withGiven } from './info-request.ts'
import { settleDocuments } from './review-documents-job.ts'

const LABELS: Readonly<Record<string, string>> = {
  declarations: 'Declarations of the home policy',
  auto_declarations: 'Declarations of the car policy',
  agency: 'Settled here',
}

const need = <T>(value: T | null | undefined): T => value ?? fail('not_found')

const labelOf = (field: string): string =>
  LABELS[field] ?? (isUmbrellaField(field) ? umbrellaFields[field].label : 'In words')

const inquiryFacts = ({ status, application: { household, purchase } }: UmbrellaIntakeRecord) => {
  if (!purchase?.inquiry) return []
  const { question, answers } = purchase.inquiry
  const waits = status === 'info_requested' ? ' (not answered yet)' : ''
  return [
    { label: 'You asked', value: `${question}${waits}` },
    ...Object.entries(answers).map(([name, answer]) => ({
      label: labelOf(name),
      value: isUmbrellaField(name) ? displayed(umbrellaFields[name], household[name]) : String(answer),
    })),
  ]
}

const consentFacts = async (app: App, uid: string) =>
  (await consentsOf(app, uid)).map(({ purpose, givenAt, proof, state, withdrawnAt }) => ({
    label: purposeWords(purpose),
    value: `${momentWords(givenAt)}: ${proofWords[proof].toStaff}${state === 'offered' ? ' (no effect: the application was not complete)' : ''}${withdrawnAt ? ` (withdrawn ${momentWords(withdrawnAt)})` : ''}`,
  }))

export const answersOf = (intake: UmbrellaIntakeRecord) => {
  const { household } = intake.application
  return umbrellaFieldNames.flatMap(name => {
    const { [name]: field } = umbrellaFields
    const { [name]: value } = household
    if (value === undefined) return []
    return [
      {
        label: field.label,
        value:
          field.kind === 'date' && typeof value === 'string' && isDay(value)
            ? dayWords(value)
            : displayed(field, maskedValue(field, value)),
        source: sourceInWords(sourceOf(household, name, tellerOf(intake))),
      },
    ]
  })
}

const describe = async (app: App, uid: string) => {
  const intake = need(await readIntake(app, uid))
  const { full_name = '', spouse_full_name, effective_date = '' } = intake.application.household
  const row = await selectedOffer(app, intake)
  const offer = row?.offer
  const facts = [
    { label: 'Buyer', value: [full_name, spouse_full_name].filter(Boolean).join(' and ') },
    { label: 'Coverage starts', value: effective_date && dayWords(effective_date) },
    ...(offer
      ? [
          { label: 'Carrier', value: offer.carrier },
          { label: 'Car limits needed', value: inThousands(offer.minimum_auto_limits) },
          { label: 'Home liability needed', value: usd(offer.minimum_home_liability_limit) },
        ]
      : []),
    ...inquiryFacts(intake),
    ...(await consentFacts(app, uid)),
  ]
  const fields = intake.status === 'documents_pending_review' ? askable(intake.application) : []
  return {
    facts,
    answers: answersOf(intake),
    askable: fields.map(field => ({ field, label: labelOf(field) })),
  }
}

const documentReviewed = async (app: App, { uid }: DocumentRecord, actor: string): Promise<void> => {
  const intake = await lockForJob(app, uid)
  if (intake?.status === 'documents_pending_review') await settleDocuments(app, intake, actor)
}

const infoAsked = async (
  app: App,
  { uid, question, fields }: { uid: string; question: string; fields: readonly string[] },
  actor: string,
): Promise<boolean> => {
  const intake = need(await lockForJob(app, uid))
  if (intake.status !== 'documents_pending_review') return false
  const known = askable(intake.application)
  if (fields.some(field => !known.includes(field)))
    fail('invalid_request', { message: 'Choose from what is listed.' })
  await askForInformation(app, intake, { question, fields, actor })
  return true
}

const infoRequests = async (app: App, asked: PageAsked) => {
  const rows = await listInfoRequests(app.db, asked)
  return Promise.all(
    rows.map(async ({ uid, updated_at: since }) => {
      const intake = await readIntake(app, uid)
      const purchase = intake?.application.purchase ?? null
      const { from, reason = '' } = purchase?.info_request ?? {}
      const by = from === 'documents' ? 'agency' : 'carrier'
      return { uid, since, token: requestToken({ purchase }), question: reason, by } as const
    }),
  )
}

const infoRequestCount = (app: App): Promise<number> => countInfoRequests(app.db)

const NOT_ASKED = 'This question was already answered, or another one replaced it. Nothing was saved.'

const ALLOW_FIRST = 'Another application has this address. Allow the purchase first, or end it.'

const infoAnswered = async (
  app: App,
  { uid, token, answer }: DeskInfoAnswer,
  actor: string,
): Promise<void> => {
  const intake = need(await lockForJob(app, uid))
  const current = requestToken(intake.application)
  if (intake.status !== 'info_requested' || (token ?? current) !== current)
    fail('conflict', { message: NOT_ASKED, current_status: intake.status })
  if (!(await hasClaim(app, intake, intake.application.household)))
    fail('conflict', { message: ALLOW_FIRST, current_status: intake.status })
  const purchase = withGiven(intake, { answers: { agency: answer }, by: 'staff' })
  await resumePurchase(app, intake, { application: { ...intake.application, purchase }, actor })
}

const canEndPurchase = (status: string): boolean =>
  umbrellaLifecycle.states.some(
    state => state === status && umbrellaLifecycle.allows(state, 'purchase_ended'),
  )

const purchaseEnded = async (app: App, uid: string, actor: string): Promise<void> => {
  await endPurchase(app, need(await lockForJob(app, uid)), { actor, by: 'agency' })
}

export const umbrellaDesk = {
  describe,
  documentReviewed,
  infoAsked,
  infoRequests,
  infoRequestCount,
  infoAnswered,
  canEndPurchase,
  purchaseEnded,
}
