import { listDocuments } from '../../../../agency/documents/documents.ts'
import { lifeOf } from '../../../../agency/policies/life/life.ts'
import { policiesOf } from '../../../../agency/policies/policies.ts'
import type { PolicyLife } from '../../../../agency/policies/policy-life.ts'
import type { App } from '../../../../platform/app.ts'
import type { AfterSale } from '../../aftersale/after-sale.ts'
import { boundTurn } from '../../aftersale/policy-turn.ts'
import { erasedLives } from '../../aftersale/shown-life.ts'
import { orderTurn } from '../../buying/order-turn.ts'
import { marketTurn, turnWithoutOffers } from '../../offers/market-turn.ts'
import { listOffers } from '../../offers/store.ts'
import type { BookFacts } from '../../record/book-terms.ts'
import { recordChanges } from '../../record/changes.ts'
import { updateWaitingOn } from '../../record/store.ts'
import { type Change, choosing, intakesOf, type NewIntake, type Why } from '../../record/writer.ts'
import { taskTurn } from '../../tasks/turn.ts'
import { type Turn, turns } from '../../wire/waiting-on.ts'
import { type Application, emptyApplication } from '../application/application.ts'
import { type ReviewedEvent, type ReviewedStatus, reviewedLifecycle } from '../application/lifecycle.ts'
import { type Shown, shownStatus, turnIn, usualFacts } from '../application/statuses.ts'
import { type OfLine, perLine, type ReviewedLine } from '../reviewed-line.ts'
import { lockForJob, type ReviewedIntake } from './intake.ts'
import { holdsAddress } from './one-purchase.ts'

const isAtDesk = async (app: App, intake: ReviewedIntake): Promise<boolean> => {
  const { uid, status, application } = intake
  if (status === 'chosen') return !(await holdsAddress(app, intake))
  if (status === 'info_requested') return (application.purchase?.info_request?.fields ?? []).length === 0
  if (status !== 'documents_pending_review') return false
  return (await listDocuments(app, uid)).some(document => document.status === 'needs_person')
}

const hasOffers = async (app: App, intake: ReviewedIntake): Promise<boolean> =>
  intake.status === 'quoted' &&
  (await listOffers(app.db, intake)).some(({ refused_at }) => refused_at === null)

const marketOf = async (app: App, intake: ReviewedIntake, isOffered: boolean): Promise<Turn> => {
  const { uid, status } = intake
  const person = turns.buyer
  if (status === 'pending_quotes')
    return taskTurn(app, uid, { person, market: marketTurn(app, intake), kind: 'quote' })
  if (status === 'quoted' && !isOffered)
    return taskTurn(app, uid, { person, market: turnWithoutOffers(app, intake), kind: 'quote' })
  return status === 'waiting_on_carrier'
    ? taskTurn(app, uid, { person, market: orderTurn(app, uid), kind: 'bind' })
    : turns.carrier
}

export const turnOf = async (
  app: App,
  intake: ReviewedIntake,
  { needsProof = false } = {},
): Promise<Turn> => {
  if (intake.erasedAt !== null) return turns.over
  if (intake.status === 'bound') return boundTurn(app, intake.uid, turns.buyer)
  const isOffered = await hasOffers(app, intake)
  return turnIn(intake.status, {
    market: await marketOf(app, intake, isOffered),
    hasOffers: isOffered,
    isShopper: intake.owner === null,
    needsProof,
    isAtDesk: await isAtDesk(app, intake),
    sandbox: intake.sandbox,
    paymentFailed: intake.application.purchase?.payment_failed === true,
  })
}

const lifeIn = async (
  app: App,
  { uid, status, erasedAt }: ReviewedIntake,
): Promise<PolicyLife | undefined> => {
  if (status !== 'bound') return undefined
  if (erasedAt !== null) return (await erasedLives(app, [uid]))(uid)
  const [policy] = await policiesOf(app, uid)
  return policy && lifeOf(policy, app.clock.now())
}

export const standingOf = async (app: App, intake: ReviewedIntake): Promise<Shown> =>
  shownStatus(intake.status, { isErased: intake.erasedAt !== null, life: await lifeIn(app, intake) })

const recordStanding = async (app: App, intake: ReviewedIntake): Promise<void> => {
  const { uid, waitingOn } = intake
  const { waiting_on } = await turnOf(app, intake)
  if (waiting_on !== waitingOn) await updateWaitingOn(app.db, { uid, waiting_on })
  recordChanges(app, intake, [{ property_id: null, ...(await standingOf(app, intake)), waiting_on }])
}

export const restatePurchase: AfterSale['restate'] = async (app, uid, statedAgain = []) => {
  const intake = await lockForJob(app, uid)
  if (intake) await recordStanding(app, { ...intake, updatedAt: app.clock.now(), statedAgain })
}

const bookFacts = ({ namedIn }: ReviewedLine, { household }: Application): BookFacts => ({
  names: namedIn(household),
  emails: [household.email],
  phones: [household.phone_number],
  addresses: [household.street, household.city, household.zip?.slice(0, 5)],
})

export const intakesIn = perLine(line =>
  intakesOf<ReviewedStatus, ReviewedEvent, Application>({
    name: line.name,
    lifecycle: reviewedLifecycle,
    start: 'needs_more_info',
    waitsOn: status => turnIn(status, usualFacts).waiting_on,
    emptyApplication,
    emailOf: ({ household }) => household.email,
    bookOf: application => bookFacts(line, application),
    afterCreate: recordStanding,
    afterChange: recordStanding,
    erasing: {
      event: 'answers_missing',
      change: ({ revision }) => ({ revision: revision + 1, submittedAt: null }),
    },
  }),
)

type Changed = Change<ReviewedStatus, Application>

export const createPurchase = (
  app: App,
  { line, ...draft }: NewIntake<Application> & OfLine,
  why: Why<ReviewedEvent>,
): Promise<ReviewedIntake> => intakesIn({ line }).create(app, draft, why)

type Changing<Event extends string> = [app: App, intake: ReviewedIntake, change: Changed, why: Why<Event>]

export const movePurchase = (
  ...[app, intake, ...changing]: Changing<ReviewedEvent>
): Promise<ReviewedIntake> => intakesIn(intake).move(app, intake, ...changing)

export const noteOnPurchase = (...[app, intake, ...changing]: Changing<string>): Promise<ReviewedIntake> =>
  intakesIn(intake).note(app, intake, ...changing)

export const chooseLanguageIn = perLine(line =>
  choosing({
    intakes: intakesIn(line),
    languageOf: ({ household }) => household.preferred_language,
    speaking: ({ household, ...rest }, preferred_language) => ({
      ...rest,
      household: {
        ...household,
        preferred_language,
        sources: { ...household.sources, preferred_language: 'person' as const },
      },
    }),
  }),
)
