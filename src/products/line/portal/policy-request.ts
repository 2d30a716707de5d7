import { expiresOn } from '../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import {
  MOST_DETAILS,
  type PolicyRequestInput,
  policyRequestKinds,
} from '../../../agency/policies/policy-request.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure, type FieldProblem } from '../../../platform/errors.ts'
import { textAt } from '../../../platform/forms/form.ts'
import { type Document, redirect } from '../../../platform/http/pages/document.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import type { AfterSale } from '../aftersale/after-sale.ts'
import { askAboutPolicy, isOfferRead, type Wanted, wantedFrom } from '../aftersale/policy-requests.ts'
import { OFFER_CHANGED } from '../aftersale/renewals.ts'
import { changeAsked, changeErrors, changeTyped, MORE, unreadable } from './change-parts.ts'
import { say, sayKnown } from './say.ts'

export type RequestVisit = {
  policy: Policy
  /** A lender, or an owner, is named in a form of its own. */
  hasLender: boolean
  action: string
  back: string
  token: Html
  now: Date
  typed: URLSearchParams
  errors: readonly FieldError[]
  preview: Wanted | null
}

export const kindIn = (typed: URLSearchParams): PolicyRequestInput['kind'] | null =>
  policyRequestKinds.find(kind => kind === typed.get('kind')) ?? null

type Typed = Pick<RequestVisit, 'policy' | 'typed'>

const inputIn = ({ policy, typed }: Typed, kind: PolicyRequestInput['kind']): PolicyRequestInput => {
  const wanted_on = (typed.get('wanted_on') ?? '').trim()
  const asked = changeAsked(typed)
  const { change, more } = asked ? changeTyped({ kind: asked, policy, typed }) : {}
  const details = more ?? textAt(typed, 'details')
  return {
    kind,
    ...(change && { change }),
    ...(wanted_on !== '' && { wanted_on }),
    ...(details !== '' && { details }),
  }
}

const problemSentence = ({ path, code }: FieldProblem, policy: Policy): string => {
  if (path === 'wanted_on')
    return code === 'out_of_range'
      ? say('From when: choose a day from today on, after the policy starts and before {day}.', {
          day: dayWords(expiresOn(policy)),
        })
      : say('From when: enter a date.')
  if (code === 'forbidden_number')
    return say('What should change: leave out Social Security and card numbers. We don’t store them.')
  return code === 'required'
    ? say('What should change: describe it in your own words.')
    : say('What should change: enter at most {most} characters of plain text.', { most: MOST_DETAILS })
}

type Sent =
  | { errors: FieldError[] }
  | { notice: string }
  | { preview: Wanted; errors?: FieldError[] }
  | { isFiled: true }

const unread = (preview: Wanted, repeated: string | undefined): Sent => ({
  preview,
  errors: repeated === undefined ? [] : [{ name: null, message: say(OFFER_CHANGED) }],
})

export const previewAgain = (
  app: App,
  { policy, typed }: Pick<RequestVisit, 'policy' | 'typed'>,
): Wanted | null => {
  const kind = kindIn(typed)
  if (kind === null || typed.get('confirmed') !== 'yes') return null
  try {
    return wantedFrom(app, policy, inputIn({ policy, typed }, kind))
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

const sendPolicyRequest = async (
  app: App,
  { policy, typed }: Pick<RequestVisit, 'policy' | 'typed'>,
  { line, actor }: { line: AfterSale; actor: string },
): Promise<Sent> => {
  const kind = kindIn(typed)
  if (kind === null) return { errors: [{ name: 'kind', message: say('What you want: choose one.') }] }
  const asked = changeAsked(typed)
  const wrong = asked ? unreadable({ kind: asked, policy, typed }) : []
  if (wrong.length > 0) return { errors: wrong }
  try {
    const input = inputIn({ policy, typed }, kind)
    const wanted = wantedFrom(app, policy, input)
    if (typed.get('confirmed') !== 'yes') return { preview: wanted }
    if (!isOfferRead(wanted, input.details)) return unread(wanted, input.details)
    await transact(app, inside =>
      askAboutPolicy(inside, policy, wanted, { line, actor, asked_by: 'insured' }),
    )
    return { isFiled: true }
  } catch (error) {
    if (!(error instanceof Failure) || (error.status !== 400 && error.status !== 409)) throw error
    const { fields = [] } = error.details
    if (fields.length === 0) return { notice: sayKnown(error.message) }
    const ofChange = fields.filter(({ path }) => path.startsWith('change.')).map(({ path }) => path)
    const others = fields.filter(({ path }) => !path.startsWith('change.'))
    return {
      errors: [
        ...(asked ? changeErrors({ kind: asked, policy }, ofChange) : []),
        ...others.map(problem => ({
          name: asked && problem.path === 'details' ? MORE : problem.path,
          message: problemSentence(problem, policy),
        })),
      ],
    }
  }
}

export type ShownRequest = Partial<Pick<RequestVisit, 'errors' | 'preview'>> & { status?: number }

type RequestDoor = {
  line: AfterSale
  actor: string
  filedPath: string
  show(showing: ShownRequest): Promise<Document>
}

export const CHANGE = 'change'

export const takePolicyRequest = async (
  app: App,
  about: Pick<RequestVisit, 'policy' | 'typed'>,
  { line, actor, filedPath, show }: RequestDoor,
): Promise<Document> => {
  if (about.typed.has(CHANGE)) return show({})
  const outcome = await sendPolicyRequest(app, about, { line, actor })
  if ('isFiled' in outcome) return redirect(filedPath)
  if ('preview' in outcome) return show(outcome)
  const errors = 'errors' in outcome ? outcome.errors : [{ name: null, message: outcome.notice }]
  return show({ errors, status: 400 })
}
