import Type from 'typebox'
import type { PolicyLife } from '../../../agency/policies/policy-life.ts'
import { dayWords } from '../../../platform/values/calendar.ts'

export const endedOnField = Type.Optional(
  Type.String({
    format: 'date',
    description:
      'Only if the policy was canceled: coverage ends at 12:01 a.m. on this day, local time at the insured home, and not on expiration_date. If that is not after effective_at, the policy was canceled from the start and never took effect.',
  }),
)

/** The words hold before and after that day, so a cached response stays true. */
const canceledWords = (day: string, effective_date?: string, subject = 'The policy'): string =>
  effective_date !== undefined && day <= effective_date
    ? `${subject} was canceled from the start and never took effect.`
    : `${subject} ends at 12:01 a.m. local time on ${dayWords(day)}, because it was canceled. It covers until then, and nothing from then on.`

export const canceledInstruction = (person: string, again: string): string =>
  `A policy with ended_on was canceled: tell the ${person} that it covers nothing from that day on. If the day is not after effective_at, say that it was canceled from the start and never took effect. For new insurance, ${again}.`

type Request = { kind: string; status: string }

type Lived = {
  life: PolicyLife
  effective_date?: string
  ended_on?: string | undefined
  requests?: readonly Request[] | undefined
}

type Door = { person: string; requests: string; again: string }

const UNTIL_AGREED = 'Nothing changes until the insurance company agrees.'

const SINCE: Partial<Record<PolicyLife, string>> = {
  cancel_requested: ` Its cancellation is requested. ${UNTIL_AGREED}`,
  change_requested: ` A change of it is requested. ${UNTIL_AGREED}`,
  renewal_offered: ' Its insurance company offers to renew it.',
  renewed: ' It was renewed.',
}

const CHANGED = ' It was changed after its issue, and the figures here may not show that.'

export const boundWords = (policy: Lived, subject = 'The policy'): string => {
  const { life, ended_on, effective_date } = policy
  if (life === 'expired') return `${subject} has expired.`
  const changed = life === 'changed' || isChanged(policy) ? CHANGED : ''
  if (ended_on !== undefined) return canceledWords(ended_on, effective_date, subject) + changed
  return `${subject} is bound.${SINCE[life] ?? ''}${changed}`
}

/** Nothing about it can change any more. One that was canceled for a later day still covers until then. */
export const isOver = ({ life }: Pick<Lived, 'life'>): boolean => life === 'canceled' || life === 'expired'

export const boundStatus = (life: PolicyLife | undefined): 'bound' | 'canceled' | 'expired' =>
  life === 'canceled' || life === 'expired' ? life : 'bound'

export type PolicyOfHome = Lived & { property_id: string; hasEnded: boolean }

export const boundOfSeveral = (policies: readonly PolicyOfHome[], homes: number): string => {
  const bound = policies.filter(({ hasEnded }) => !hasEnded).length
  const since = policies
    .filter(({ life }) => life !== 'active')
    .map(policy => ` ${boundWords(policy, `The policy for ${policy.property_id}`)}`)
  return `Policies are bound for ${bound} of ${homes} homes.${since.join('')}`
}

export const awaitsYes = ({ life, requests = [] }: Lived): boolean =>
  life === 'renewal_offered' &&
  !requests.some(({ kind, status }) => kind === 'renewal' && (status === 'open' || status === 'with_carrier'))

const ACCEPTED =
  'The renewal is accepted. Never say that the policy is renewed before life is renewed. Do not accept it again.'

const REQUESTED = 'Say that nothing has changed yet. requests has the answer. Do not send the request again.'

/** What the insurance company agreed to is on record in its words, not as a new limit or price. */
const CHANGED_KINDS: readonly string[] = ['coverage', 'lender', 'named_insured']

export const isChanged = ({ life, requests = [] }: Lived): boolean =>
  life !== 'expired' && requests.some(({ kind, status }) => CHANGED_KINDS.includes(kind) && status === 'done')

const acceptWith = ({ person, requests }: Pick<Door, 'person' | 'requests'>): string =>
  `Tell the ${person} what renewal offers, the price now in annual_price, and the reasons. Only if they accept, send ${requests} with kind: renewal. Never say that the policy is renewed before life is renewed.`

export const lifeInstructions = (door: Door, policies: readonly Lived[]): string[] => {
  const { person, requests, again } = door
  const some = (...lives: PolicyLife[]): boolean => policies.some(({ life }) => lives.includes(life))
  return [
    ...(policies.some(awaitsYes) ? [acceptWith(door)] : []),
    ...(policies.some(policy => policy.life === 'renewal_offered' && !awaitsYes(policy)) ? [ACCEPTED] : []),
    ...(some('cancel_requested', 'change_requested') ? [REQUESTED] : []),
    ...(policies.some(isChanged)
      ? [
          `The insurance company agreed to a change: see requests. The limits, price and documents here can be those from before it, so do not give them to the ${person} as current. For current documents, send ${requests} with kind: documents.`,
        ]
      : []),
    ...(some('expired')
      ? [
          `Tell the ${person} that a policy whose life is expired covers nothing now. For new insurance, ${again}.`,
        ]
      : []),
    ...(policies.some(policy => !isOver(policy))
      ? [`To cancel or change the policy later, or to get a copy, send ${requests}.`]
      : []),
  ]
}
