import type { DocumentRecord } from '../../../../agency/documents/documents.ts'
import type { App } from '../../../../platform/app.ts'
import type { PageAsked } from '../../../../platform/db/after-row.ts'
import { fail } from '../../../../platform/errors.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { momentWords } from '../../../../platform/pages/moment.ts'
import { dayWords, isDay } from '../../../../platform/values/calendar.ts'
import { sourceInWords, sourceOf, tellerOf } from '../../../../platform/values/sourced.ts'
import type { DeskHandlers, DeskInfoAnswer, MarketDesk } from '../../desk.ts'
import { answerRows } from '../../fields/answer-rows.ts'
import type { FieldTable } from '../../fields/field.ts'
import { consentsOf } from '../../record/consent.ts'
import { proofWords, purposeWords } from '../../record/consent-words.ts'
import { requestToken } from '../application/application.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { displayed, maskedValue } from '../application/value-words.ts'
import { countInfoRequests, listInfoRequests } from '../intake/buyer-store.ts'
import { lockForJob, type ReviewedIntake, readIntake } from '../intake/intake.ts'
import { holdsAddress } from '../intake/one-purchase.ts'
import { carriersIn } from '../quoting/carriers.ts'
import { tellCarrierQuestion } from '../quoting/notify.ts'
import { reviewedHousehold } from '../quoting/questions.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { lineOf, type OfLine, perLine, type ReviewedLine } from '../reviewed-line.ts'
import { endPurchase } from './change-offer.ts'
import { askable, askForInformation, resumePurchase, withGiven } from './info-request.ts'
import { settleDocuments } from './review-documents-job.ts'

const need = <T>(value: T | null | undefined): T => value ?? fail('not_found')

const labelOf = ({ documents, fields }: ReviewedLine, name: string): string =>
  name === 'agency' ? 'Settled here' : ((documents?.types[name] ?? fields[name])?.label ?? 'In words')

const inquiryFacts = (intake: ReviewedIntake) => {
  const { status, application } = intake
  const { household, purchase } = application
  const line = lineOf(intake)
  if (!purchase?.inquiry) return []
  const { question, answers } = purchase.inquiry
  const waits = status === 'info_requested' ? ' (not answered yet)' : ''
  return [
    { label: 'You asked', value: `${question}${waits}` },
    ...Object.entries(answers).map(([name, answer]) => ({
      label: labelOf(line, name),
      value: displayed(line.fields[name], line.fields[name] ? household[name] : answer),
    })),
  ]
}

const consentFacts = async (app: App, uid: string) =>
  (await consentsOf(app, uid)).map(({ purpose, givenAt, proof, state, withdrawnAt }) => ({
    label: purposeWords(purpose),
    value: `${momentWords(givenAt)}: ${proofWords[proof].toStaff}${state === 'offered' ? ' (no effect: the application was not complete)' : ''}${withdrawnAt ? ` (withdrawn ${momentWords(withdrawnAt)})` : ''}`,
  }))

export const answersOf = (intake: ReviewedIntake) => {
  const { household } = intake.application
  return Object.entries(lineOf(intake).fields).flatMap(([name, field]) => {
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
  const line = lineOf(intake)
  const { household } = intake.application
  const { effective_date = '' } = household
  const row = await selectedOffer(app, intake)
  const offer = row?.offer
  const facts = [
    { label: 'Buyer', value: line.insuredIn(household).filter(Boolean).join(' and ') },
    { label: 'Coverage starts', value: effective_date && dayWords(effective_date) },
    ...(offer ? [{ label: 'Carrier', value: offer.carrier }, ...line.offerFacts(offer)] : []),
    ...inquiryFacts(intake),
    ...(await consentFacts(app, uid)),
  ]
  const fields = intake.status === 'documents_pending_review' ? askable(intake) : []
  return {
    facts,
    answers: answersOf(intake),
    askable: fields.map(field => ({ field, label: labelOf(line, field) })),
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
  const known = askable(intake)
  if (fields.some(field => !known.includes(field)))
    fail('invalid_request', { message: 'Choose from what is listed.' })
  await askForInformation(app, intake, { question, fields, actor })
  return true
}

const infoRequests = async (app: App, asked: PageAsked & OfLine & { uid?: string }) => {
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
  if (!(await holdsAddress(app, intake)))
    fail('conflict', { message: ALLOW_FIRST, current_status: intake.status })
  const purchase = withGiven(intake, { answers: { agency: answer }, by: 'staff' })
  await resumePurchase(app, intake, { application: { ...intake.application, purchase }, actor })
}

const canEndPurchase = (status: string): boolean =>
  reviewedLifecycle.states.some(
    state => state === status && reviewedLifecycle.allows(state, 'purchase_ended'),
  )

const purchaseEnded = async (app: App, uid: string, actor: string): Promise<void> => {
  await endPurchase(app, need(await lockForJob(app, uid)), { actor, by: 'agency' })
}

export const deskIn = perLine(
  ({ name: line }): DeskHandlers => ({
    describe,
    documentReviewed,
    infoAsked,
    infoRequests: (app, asked) => infoRequests(app, { ...asked, line }),
    infoRequestCount: app => countInfoRequests(app.db, line),
    infoAnswered,
    canEndPurchase,
    purchaseEnded,
  }),
)

const fieldsOf = ({ fields }: ReviewedLine, names: readonly string[]): FieldTable =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

const application: MarketDesk['application'] = async (app, { uid, kind }) => {
  const intake = (await readIntake(app, uid)) ?? fail('not_found')
  const line = lineOf(intake)
  const { household } = reviewedHousehold(intake)
  const { full_name = '', city = '', state = '' } = household
  const sourceWords = (name: string) => sourceInWords(sourceOf(household, name, tellerOf(intake)))
  return {
    applicant: full_name,
    place: `${city}, ${state}`,
    state,
    today: dayIn(state, app.clock.now()),
    creditAllowed: kind === 'bind' && intake.consentId !== null,
    sections: [...line.sections.toReview, ...line.sections.toBind]
      .map(({ title, fields }) => ({
        title,
        rows: answerRows(fieldsOf(line, fields), household, sourceWords),
      }))
      .filter(({ rows }) => rows.length > 0),
  }
}

const tellQuestion: MarketDesk['tellQuestion'] = async (app, { uid, carrier_id }) => {
  const intake = (await readIntake(app, uid)) ?? fail('not_found')
  await tellCarrierQuestion(app, intake, carriersIn(intake).names(app, intake)(carrier_id))
}

export const marketDesk: MarketDesk = {
  quotable: reviewedLifecycle.states.filter(state => reviewedLifecycle.allows(state, 'late_answer')),
  application,
  ordersAsk: true,
  tellQuestion,
}
