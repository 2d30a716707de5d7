import { findDeliveryWithdrawal } from '../../../../agency/emails/rules/paper-store.ts'
import { policiesOf } from '../../../../agency/policies/policies.ts'
import { isUnstated } from '../../../../agency/policies/versions.ts'
import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import type { DocumentRow } from '../../../../platform/http/pages/document.ts'
import { shownPolicy } from '../../aftersale/shown-policy.ts'
import type { Line } from '../../line.ts'
import { portalFlow } from '../../portal/flow.ts'
import { markOf } from '../../portal/live-progress.ts'
import { policyRequestPages } from '../../portal/policy-request-pages.ts'
import { questionErrors } from '../../portal/question-errors.ts'
import { labelOf } from '../../portal/question-field.ts'
import { consentsOf } from '../../record/consent.ts'
import { milestonesFor, statedFor } from '../application/milestones.ts'
import { type BuyersPage, statuses } from '../application/statuses.ts'
import { bookHandlers } from '../buying/book.ts'
import { type BuyerCaller, lockBuyersIntake, type ReviewedIntake, readIntake } from '../intake/intake.ts'
import { noteOnPurchase } from '../intake/writer.ts'
import { isConsentRefused, sessionView } from '../operator/session-view.ts'
import { lineOf, type ReviewedLine } from '../reviewed-line.ts'
import { asBuyerOf, buyerDoorPages } from './buyer-door.ts'
import { productOf, reviewPath } from './buyer-door-view.ts'
import { purchaseFor } from './buyers-purchase.ts'
import { reviewFor, signingFor } from './buyers-review.ts'
import { infoQuestions } from './documents-view.ts'
import { buyerForms } from './forms.ts'
import { bindQuestions } from './offers-view.ts'
import { buyerCode, buyerLink, findSignedInBuyer } from './proven-buyer.ts'
import { answerLines, withRows } from './questions.ts'
import type { BuyersFacts, ReviewContext } from './review-context.ts'
import { reviewQuestions } from './review-view.ts'
import { say, sayKnown } from './say.ts'
import { screenFor } from './steps.ts'

export const buyersPolicy = async (
  app: App,
  uid: string,
  { underlying }: Line['limits'],
): Promise<BuyersFacts['policy']> => {
  const [policy] = await policiesOf(app, uid)
  if (!policy) return null
  return {
    ...(await shownPolicy(app, policy)),
    isLimitOld: isUnstated(policy.terms, 'coverages'),
    underlying: underlying(policy),
  }
}

const readPurchase = async (
  app: App,
  { uid, language }: BuyerCaller,
  limits: Line['limits'],
): Promise<BuyersFacts> => {
  const intake = (await readIntake(app, uid)) ?? fail('not_found')
  return {
    view: await reviewFor(app, intake, language),
    session: await sessionView(app, intake),
    signing: await signingFor(app, intake, language),
    purchase: await purchaseFor(app, intake),
    policy: await buyersPolicy(app, uid, limits),
    consents: await consentsOf(app, uid),
    isOnPaper: (await findDeliveryWithdrawal(app.db, uid)) !== null,
    isConsentRefused: isConsentRefused(intake),
  }
}

const UNDER_WAY: readonly BuyersPage[] = ['quoting', 'ordering', 'reading', 'issuing']

const markIn = ({ view, session }: BuyersFacts): string | null => {
  const { page } = statuses.row(view.status)
  return UNDER_WAY.includes(page) ? markOf(page, session.quoting?.answered) : null
}

const allQuestions = (context: ReviewContext) =>
  withRows([...reviewQuestions(context), ...bindQuestions(context), ...infoQuestions(context)])

const TOKENS = ['review_token', 'selection_token']

/** What was typed, and whose it already is. */
const takenIn = ({ portal }: ReviewedLine) =>
  ({ 'intake.email': portal.emailTaken, 'intake.address': portal.addressTaken }) as const

const flowOf = (sold: Line, line: ReviewedLine, budget: NonNullable<DocumentRow<App>['budget']>) =>
  portalFlow<BuyerCaller, BuyersFacts, ReviewedIntake>({
    path: reviewPath(line),
    policyPath: '',
    product: productOf(line),
    budget,
    enter: asBuyerOf(line),
    read: (app, caller) => readPurchase(app, caller, sold.limits),
    lock: lockBuyersIntake,
    note: noteOnPurchase,
    mail: ({ application }) => bookHandlers.person(application).mail,
    nextPath: (_, path) => path,
    mark: markIn,
    screen: screenFor,
    milestones({ view, purchase, consents }) {
      const milestones = milestonesFor(view.status, { ...purchase, stated: statedFor(consents) })
      return (
        milestones && {
          shown: milestones.names.map(name => ({ name: sayKnown(name) })),
          current: milestones.current,
        }
      )
    },
    notices: {
      agreed: () => say('Thank you. We’ve recorded that you agree.'),
      files: () => say('Thank you. We have your files.'),
    },
    isStale: ({ details: { fields = [] } }) => fields.some(({ path }) => TOKENS.includes(path)),
    refusal({ details: { fields = [] } }) {
      const [, words] =
        Object.entries(takenIn(line)).find(([at]) => fields.some(({ path }) => path === at)) ?? []
      return words ? sayKnown(words) : null
    },
    errorsOf: (problems, context) => questionErrors(allQuestions(context), problems),
    forms: buyerForms,
  })

/** The URL only names the fields. Labels and values come from the application. */
const savedNotice = ({ view, request }: ReviewContext): string | null => {
  const { household } = view
  const { fields } = lineOf(view)
  const names = [request.query.saved ?? []].flat().join(',').split(',')
  const said = Object.entries(fields)
    .filter(([name]) => names.includes(name))
    .map(([name, field]) => {
      const label = labelOf({ name, label: field.label })
      const value = household[name]
      const words = value === undefined ? say('No answer') : answerLines(name, field, value).join('; ')
      return `${label}${label.endsWith('?') ? '' : ':'} ${words}.`
    })
  const again = request.query.check === 'again' ? [say('Check once more, then confirm.')] : []
  if (said.length > 0) return say('Saved. {answers}', { answers: [...said, ...again].join(' ') })
  return request.query.saved === undefined ? null : say('You didn’t change anything.')
}

const refusedNotice = ({ isConsentRefused: isRefused }: ReviewContext): string | null =>
  isRefused
    ? say(
        'You said no to the credit check. Nothing was bought, and no credit check was made. To continue after all, choose a quote again.',
      )
    : null

/** The pages of a line that is sold by this process, from the first link to the policy. */
const buyersPages = (sold: Line): readonly DocumentRow<App>[] => {
  const line = lineOf({ line: sold.name })
  // A response can reveal that an email address is in use, so this limits how many someone can try.
  const budget = { name: `${line.name}_review`, points: 60, seconds: 900, by: 'address' } as const
  const flow = flowOf(sold, line, budget)
  const { draw, noticeIn, page, progress } = flow
  return [
    page({ path: '' }, (app, _, context) => {
      const notice = savedNotice(context) ?? noticeIn(context) ?? refusedNotice(context)
      return progress(context) ?? draw(app, context, { notice })
    }),
    ...flow.forms,
    ...policyRequestPages<BuyerCaller, BuyersFacts>(flow, {
      line: sold,
      path: '/request',
      budget,
      policyOf: async (app, { uid }) => (await policiesOf(app, uid))[0] ?? fail('not_found'),
      pathsOf: (_, path) => ({ action: `${path}/request`, back: path, filed: `${path}?note=request` }),
    }),
    ...buyerDoorPages(line),
  ]
}

export const reviewedPortal = {
  pages: buyersPages,
  jobs: [buyerCode, buyerLink],
  signedIn: findSignedInBuyer,
}
