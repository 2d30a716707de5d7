import { canceledWords } from './ended-on.ts'
import { LIFE_WORDS, type PolicyLife } from './policy-life.ts'

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
  changed: ' It was changed since then, and the figures here may not show that.',
}

export const boundWords = ({ life, ended_on, effective_date }: Lived): string => {
  if (ended_on !== undefined) return canceledWords(ended_on, effective_date)
  return life === 'expired' ? 'The policy has expired.' : `The policy is bound.${SINCE[life] ?? ''}`
}

export const isOver = ({ life }: Pick<Lived, 'life'>): boolean => life === 'canceled' || life === 'expired'

const SAID_OF_SEVERAL = ['canceled', 'expired', 'cancel_requested', 'renewal_offered'] as const

/** A policy that was canceled for a later day is counted as canceled, not as bound. */
export const boundOfSeveral = (policies: readonly Pick<Lived, 'life'>[], homes: number): string => {
  const bound = policies.filter(policy => !isOver(policy)).length
  const counted = SAID_OF_SEVERAL.flatMap(life => {
    const count = policies.filter(policy => policy.life === life).length
    return count === 0 ? [] : [` ${LIFE_WORDS[life]}: ${count}.`]
  })
  return `Policies are bound for ${bound} of ${homes} homes.${counted.join('')}`
}

export const awaitsYes = ({ life, requests = [] }: Lived): boolean =>
  life === 'renewal_offered' &&
  !requests.some(({ kind, status }) => kind === 'renewal' && (status === 'open' || status === 'with_carrier'))

const ACCEPTED =
  'The renewal is accepted. Never say that the policy is renewed before life is renewed. Do not accept it again.'

const REQUESTED = 'Say that nothing has changed yet. requests has the answer. Do not send the request again.'

/** What the insurance company agreed to is on record in its words, not as a new limit or price. */
const CHANGED_KINDS: readonly string[] = ['coverage', 'lender', 'named_insured']

export const isChanged = (policy: Lived): boolean =>
  !isOver(policy) &&
  (policy.requests ?? []).some(({ kind, status }) => CHANGED_KINDS.includes(kind) && status === 'done')

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
          `Tell the ${person} that the policy has expired and covers nothing now. To insure the property again, ${again}.`,
        ]
      : []),
    ...(policies.some(policy => !isOver(policy))
      ? [`To cancel or change the policy later, or to get a copy, send ${requests}.`]
      : []),
  ]
}
