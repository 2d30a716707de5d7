import { findDeliveryWithdrawal } from '../../../agency/emails/rules/paper-store.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import { isUnstated } from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { shownPolicy } from '../../../products/line/aftersale/shown-policy.ts'
import { consentsOf } from '../../../products/line/record/consent.ts'
import { milestonesFor, statedFor } from '../../../products/line/reviewed-purchase/application/milestones.ts'
import { type BuyersPage, statuses } from '../../../products/line/reviewed-purchase/application/statuses.ts'
import {
  type BuyerCaller,
  lockBuyersIntake,
  type ReviewedIntake,
  readIntake,
} from '../../../products/line/reviewed-purchase/intake/intake.ts'
import { noteOnPurchase } from '../../../products/line/reviewed-purchase/intake/writer.ts'
import {
  isConsentRefused,
  sessionView,
} from '../../../products/line/reviewed-purchase/operator/session-view.ts'
import { purchaseFor } from '../../../products/line/reviewed-purchase/portal/buyers-purchase.ts'
import { reviewFor, signingFor } from '../../../products/line/reviewed-purchase/portal/buyers-review.ts'
import { umbrellaFieldNames, umbrellaFields } from '../../../products/umbrella/fields.ts'
import { umbrella } from '../../../products/umbrella/line.ts'
import { underlyingIn } from '../../../products/umbrella/offer.ts'
import { portalFlow } from '../flow/flow.ts'
import { policyRequestPages } from '../flow/policy-request-pages.ts'
import { questionErrors } from '../form/question-errors.ts'
import { labelOf } from '../form/question-field.ts'
import { markOf } from '../frame/live-progress.ts'
import { say, sayKnown } from '../words/say.ts'
import { bindQuestions } from './consent-view.ts'
import { infoQuestions } from './documents-view.ts'
import { answerLines, withRows } from './household-questions.ts'
import type { BuyersFacts, ReviewContext } from './review-context.ts'
import { screenFor } from './review-steps.ts'
import { reviewQuestions } from './review-view.ts'
import { asBuyer } from './sign-in/buyer-door.ts'
import { REVIEW_PATH, umbrellaProduct } from './sign-in/buyer-door-view.ts'

export const buyersPolicy = async (app: App, uid: string): Promise<BuyersFacts['policy']> => {
  const [policy] = await policiesOf(app, uid)
  if (!policy) return null
  return {
    ...(await shownPolicy(app, policy)),
    isLimitOld: isUnstated(policy.terms, 'coverages'),
    underlying: underlyingIn(policy),
  }
}

const readPurchase = async (app: App, { uid, language }: BuyerCaller): Promise<BuyersFacts> => {
  const intake = (await readIntake(app, uid)) ?? fail('not_found')
  return {
    view: await reviewFor(app, intake, language),
    session: await sessionView(app, intake),
    signing: await signingFor(app, intake, language),
    purchase: await purchaseFor(app, intake),
    policy: await buyersPolicy(app, uid),
    consents: await consentsOf(app, uid),
    isOnPaper: (await findDeliveryWithdrawal(app.db, uid)) !== null,
    isConsentRefused: isConsentRefused(intake),
  }
}

// A response can reveal that an email address is in use, so this limits how many someone can try.
const budget = { name: 'umbrella_review', points: 60, seconds: 900, by: 'address' } as const

const UNDER_WAY: readonly BuyersPage[] = ['quoting', 'ordering', 'reading', 'issuing']

const markIn = ({ view, session }: BuyersFacts): string | null => {
  const { page } = statuses.row(view.status)
  return UNDER_WAY.includes(page) ? markOf(page, session.quoting?.answered) : null
}

const allQuestions = (context: ReviewContext) =>
  withRows([...reviewQuestions(context), ...bindQuestions(context), ...infoQuestions(context)])

const CONFLICTS = [
  [
    'intake.email',
    'This email address is already used for another umbrella purchase, so we didn’t save it. Ask your agent about it.',
  ],
  [
    'intake.address',
    'There’s already an umbrella purchase for this address, so you haven’t bought anything. Ask your agent about it.',
  ],
] as const

const TOKENS = ['review_token', 'selection_token']

export const umbrellaFlow = portalFlow<BuyerCaller, BuyersFacts, ReviewedIntake>({
  path: REVIEW_PATH,
  policyPath: '',
  product: umbrellaProduct,
  budget,
  enter: asBuyer,
  read: readPurchase,
  lock: lockBuyersIntake,
  note: noteOnPurchase,
  mail: ({ application }) => umbrella.book.person(application).mail,
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
    const [, words] = CONFLICTS.find(([at]) => fields.some(({ path }) => path === at)) ?? []
    return words ? say(words) : null
  },
  errorsOf: (problems, context) => questionErrors(allQuestions(context), problems),
})

/** The URL only names the fields. Labels and values come from the application. */
const savedNotice = ({ view: { household }, request }: ReviewContext): string | null => {
  const names = [request.query.saved ?? []].flat().join(',').split(',')
  const said = umbrellaFieldNames
    .filter(name => names.includes(name))
    .map(name => {
      const label = labelOf({ name, label: umbrellaFields[name].label })
      const value = household[name]
      const words =
        value === undefined ? say('No answer') : answerLines(name, umbrellaFields[name], value).join('; ')
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

const { draw, noticeIn, page, progress } = umbrellaFlow

const reviewPage = page({ path: '' }, (app, _, context) => {
  const notice = savedNotice(context) ?? noticeIn(context) ?? refusedNotice(context)
  return progress(context) ?? draw(app, context, { notice })
})

export const umbrellaPages: readonly DocumentRow<App>[] = [
  reviewPage,
  ...umbrellaFlow.forms,
  ...policyRequestPages<BuyerCaller, BuyersFacts>(umbrellaFlow, {
    line: 'umbrella',
    path: '/request',
    budget,
    policyOf: async (app, { uid }) => (await policiesOf(app, uid))[0] ?? fail('not_found'),
    pathsOf: (_, path) => ({ action: `${path}/request`, back: path, filed: `${path}?note=request` }),
  }),
]
