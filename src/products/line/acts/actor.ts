import type { Language } from '../../../platform/language/language.ts'
import type { Origin } from '../../../platform/values/sourced.ts'
import type { SentAnswers } from '../fields/estimates.ts'
import type { GivenProof } from '../record/consent-store.ts'

type Standing = { origin: Origin; answersAs: SentAnswers['by']; proof: GivenProof | null }
type Kind = keyof typeof KINDS

const KINDS = {
  operator: { origin: 'operator', answersAs: 'operator', proof: 'operator_attestation' },
  shopper: { origin: 'assistant', answersAs: 'operator', proof: 'assistant_attestation' },
  person: { origin: 'person', answersAs: 'person', proof: 'portal_session' },
  /** Staff correct and record, but nobody's consent is theirs to give. */
  staff: { origin: 'staff', answersAs: 'operator', proof: null },
} as const satisfies Record<string, Standing>

type Place = { address: string; userAgent: string }

export type Actor<K extends Kind = Kind> = Place & {
  kind: K
  /** As entries and evidence name them. */
  name: string
  /** Of the texts that they read. Operators and assistants attest the English ones. */
  language: Language
}

export type Consenting = Actor<Exclude<Kind, 'staff'>>

const actor =
  <K extends Kind>(kind: K) =>
  (name: string, { address, userAgent }: Place, language: Language = 'en'): Actor<K> => ({
    kind,
    name,
    language,
    address,
    userAgent,
  })

export const operatorActor = actor('operator')
export const shopperActor = (place: Place): Actor<'shopper'> => actor('shopper')('shopper', place)
export const personActor = actor('person')
export const staffActor = (name: string): Actor<'staff'> =>
  actor('staff')(name, { address: '', userAgent: '' })

export const originOf = ({ kind }: Actor): Origin => KINDS[kind].origin

export const answersBy = ({ kind }: Actor): SentAnswers['by'] => KINDS[kind].answersAs

export const isPerson = ({ kind }: Actor): boolean => kind === 'person'

export const proofBy = ({ kind }: Consenting): GivenProof => KINDS[kind].proof
