/** What an operator may do for a person, each act further than the one before it. */
export const actNames = {
  refer: 'Refer a person to us',
  collect_facts: 'Collect the answers of the application',
  present_offers: 'Show offers and prices',
  collect_choice: 'Send the person’s choice of an offer',
  attest: 'State that the person reviewed, consented, or ordered',
} as const

export type Act = keyof typeof actNames
export const acts = Object.keys(actNames) as readonly Act[]

/** Anyone whom the agency approved may do these: they neither sell, solicit, nor negotiate. */
const OPEN: readonly Act[] = ['refer', 'collect_facts']

export const respaPositions = {
  undecided: 'Not decided yet',
  not_settlement: 'Not a lender, title company, or other settlement service provider',
  unpaid: 'Settlement service provider that gets nothing of value for a referral',
  affiliated: 'Affiliated business arrangement, disclosed to each person',
} as const

export const payKinds = {
  none: 'Nothing',
  fee: 'A fixed fee, whether or not a policy is sold',
  commission: 'A share of the commission',
} as const

export type ProducerLicense = {
  kind: 'license' | 'exemption'
  state: string
  number: string
  expires: string
}

export type OperatorTerms = {
  acts: readonly Act[]
  licenses: readonly ProducerLicense[]
  agreement: { version: string; signed_on: string } | null
  pay: keyof typeof payKinds
  pay_terms: string
  respa: keyof typeof respaPositions
  recorded_at: string
}

export const firstTerms = (now: Date): OperatorTerms => ({
  acts: OPEN,
  licenses: [],
  agreement: null,
  pay: 'none',
  pay_terms: '',
  respa: 'undecided',
  recorded_at: now.toISOString(),
})

type At = { states: readonly string[]; today: string }

export const isLicensedIn = (
  licenses: readonly Pick<ProducerLicense, 'state' | 'expires'>[],
  { states, today }: At,
): boolean =>
  states.length > 0 &&
  states.every(state => licenses.some(one => one.state === state && one.expires >= today))

/** Null: approved before standings were recorded, so every act stays open until staff record one. */
export const mayAct = (act: Act, terms: OperatorTerms | null, at: At): boolean => {
  if (terms === null) return true
  if (!terms.acts.includes(act)) return false
  return (
    OPEN.includes(act) ||
    (terms.agreement !== null && terms.respa !== 'undecided' && isLicensedIn(terms.licenses, at))
  )
}

/** RESPA, section 8 (12 U.S.C. 2607): no thing of value for the referral of settlement service business. */
export const refusesPay = ({ pay, respa }: Pick<OperatorTerms, 'pay' | 'respa'>): boolean =>
  pay !== 'none' && respa === 'unpaid'

const REFERRED = new Set([
  'full_name',
  'email',
  'phone_number',
  'preferred_language',
  'address',
  'street',
  'unit',
  'city',
  'state',
  'zip',
])

const namesIn = (sent: object): string[] =>
  Object.entries(sent).flatMap(([name, value]) =>
    name === 'home' && Array.isArray(value) ? value.flatMap(home => namesIn(Object(home))) : [name],
  )

export const collectsFacts = (sent: object): boolean => namesIn(sent).some(name => !REFERRED.has(name))
