import { keysOf } from '../../../platform/lib/keys-of.ts'
import { type Badge, type By, badge, by, type CoarseStatus } from '../../line/record/status-book.ts'
import { type Stage, type Turn, turns } from '../../line/wire/waiting-on.ts'
import type { HomeownersStatus } from './lifecycle.ts'

export type TurnFacts = {
  market: Turn
  isShopper: boolean
  needsProof: boolean
  onlyConsentMissing: boolean
  hasOffers: boolean
  isBinding: boolean
  isAtDesk: boolean
}

export const milestones = ['Answers', 'Quotes', 'Review', 'Sign', 'Policy'] as const
export type Milestone = (typeof milestones)[number]

const MILESTONES = {
  answers: 'Answers',
  waiting: 'Quotes',
  offers: 'Quotes',
  no_offers: 'Quotes',
  review: 'Review',
  sign: 'Sign',
  binding: 'Sign',
  bound: 'Policy',
  withdrawn: null,
  expired: null,
} as const satisfies Record<string, Milestone | null>

/** Pages of the homeowner's portal. */
export type PortalStep = keyof typeof MILESTONES

export type StepFacts = { isBinding: boolean; hasOffers: boolean; hasEstimates: boolean }

type Shown = {
  stage: Stage
  badge: Badge
  says: string
  /** Where the dashboard and the feed show it. `detail`: after quoted. */
  dashboard?: 'status' | 'detail'
  /** On the card that counts the homes in it. */
  counted?: string
  /** In `properties` of an answer: one home of several. */
  ofHome?: true
  /** To a shopper's assistant. */
  toShopper?: true
  /** An assistant's poll is held: somebody else has the next step. */
  held?: true
}

/** A status that the record itself has. The others tell one home, or one caller, more about it. */
type OfRecord = Shown & {
  turn: By<TurnFacts, Turn>
  step: By<StepFacts, PortalStep>
  coarse: CoarseStatus
  quoting?: true
}

/** Answers are the operator's to send. Consent, choice and signature are the homeowner's. */
const answers = ({ needsProof, isShopper, onlyConsentMissing }: TurnFacts): Turn => {
  if (needsProof) return turns.email_proof
  return isShopper || onlyConsentMissing ? turns.homeowner : turns.operator
}

const choosing = ({ hasOffers, market }: TurnFacts): Turn => (hasOffers ? turns.homeowner : market)

const buying = ({ isBinding, market, isAtDesk }: TurnFacts): Turn => {
  if (isBinding) return market
  return isAtDesk ? turns.staff : turns.homeowner
}

const signing = ({ isBinding, hasEstimates }: StepFacts): PortalStep => {
  if (isBinding) return 'binding'
  return hasEstimates ? 'review' : 'sign'
}

/** In the order in which the contract lists them. */
const rows = {
  needs_more_info: {
    stage: 'application',
    turn: answers,
    step: 'answers',
    coarse: 'in_review',
    badge: badge('Needs more info', 'warning'),
    says: 'Answers or the homeowner’s authorization are missing.',
    dashboard: 'status',
    counted: 'Answers or authorization missing',
    ofHome: true,
    toShopper: true,
  },
  pending_quotes: {
    stage: 'quoting',
    turn: ({ market }) => market,
    step: 'waiting',
    coarse: 'in_review',
    quoting: true,
    badge: badge('Pending quotes', 'info'),
    says: 'Submitted. Waiting for quotes from carriers.',
    dashboard: 'status',
    counted: 'Waiting for carriers',
    ofHome: true,
    toShopper: true,
    held: true,
  },
  no_offers: { stage: 'quoted', badge: badge('No offers'), says: 'No offer is left.', ofHome: true },
  quoted: {
    stage: 'quoted',
    turn: choosing,
    step: ({ hasOffers }) => (hasOffers ? 'offers' : 'no_offers'),
    coarse: 'quoted',
    quoting: true,
    badge: badge('Quoted', 'info'),
    says: 'Carriers answered.',
    dashboard: 'status',
    counted: 'Carriers have answered',
    ofHome: true,
    toShopper: true,
  },
  quotes_published: {
    stage: 'quoted',
    badge: badge('Quotes published', 'info'),
    says: 'Carriers answered, and the homeowner was emailed a link to the offers.',
    dashboard: 'status',
    counted: 'Part of quoted: the homeowner has the link',
  },
  selected: {
    stage: 'buying',
    turn: buying,
    step: signing,
    coarse: 'quoted',
    badge: badge('Offer selected', 'info'),
    says: 'The homeowner selected an offer.',
    dashboard: 'detail',
    ofHome: true,
  },
  ready_to_finalize: {
    stage: 'buying',
    badge: badge('Ready to buy', 'info'),
    says: 'The homeowner selected an offer.',
    toShopper: true,
  },
  signature_needed: {
    stage: 'buying',
    badge: badge('Signature needed', 'info'),
    says: 'The homeowner must sign.',
    toShopper: true,
    held: true,
  },
  waiting_on_carrier: {
    stage: 'buying',
    badge: badge('With the carrier', 'info'),
    says: 'The carrier is issuing the policy.',
    ofHome: true,
    toShopper: true,
    held: true,
  },
  info_requested: {
    stage: 'buying',
    badge: badge('Information requested', 'warning'),
    says: 'More information is required to issue the policy.',
    toShopper: true,
  },
  bound: {
    stage: 'bound',
    turn: turns.over,
    step: 'bound',
    coarse: 'bound',
    badge: badge('Bound', 'success'),
    says: 'The policy is bound.',
    dashboard: 'detail',
    ofHome: true,
    toShopper: true,
  },
  canceled: {
    stage: 'bound',
    badge: badge('Canceled'),
    says: 'The policy was canceled.',
    dashboard: 'detail',
    ofHome: true,
  },
  not_insured: {
    stage: 'ended',
    badge: badge('Not insured'),
    says: 'The request ended without a policy for this home.',
    dashboard: 'detail',
    ofHome: true,
  },
  withdrawn: {
    stage: 'ended',
    turn: turns.over,
    step: 'withdrawn',
    coarse: 'abandoned',
    badge: badge('Withdrawn'),
    says: 'The homeowner withdrew the application.',
    dashboard: 'detail',
    ofHome: true,
  },
  expired: {
    stage: 'ended',
    turn: turns.over,
    step: 'expired',
    coarse: 'abandoned',
    badge: badge('Expired'),
    says: 'The application or its policy expired.',
    dashboard: 'detail',
    ofHome: true,
  },
} as const satisfies Record<HomeownersStatus, OfRecord> & Record<string, Shown | OfRecord>

type Rows = typeof rows

type Having<Key extends keyof Shown, Value> = {
  [Status in keyof Rows]: Rows[Status] extends Record<Key, Value> ? Status : never
}[keyof Rows]

const having = <Key extends keyof Shown, const Value extends Shown[Key]>(key: Key, value: Value) =>
  keysOf(rows).filter((status): status is Having<Key, Value> => (rows[status] as Shown)[key] === value)

export type ShownStatus = keyof Rows

export const homeStatus = (status: ShownStatus): Shown => rows[status]

export const statusesAt = (stage: Stage): ShownStatus[] =>
  keysOf(rows).filter(status => rows[status].stage === stage)

export const buckets = having('dashboard', 'status')
export type Bucket = (typeof buckets)[number]
export const detailStatuses = having('dashboard', 'detail')
export type DetailStatus = (typeof detailStatuses)[number]
export const propertyStatuses = having('ofHome', true)
export type PropertyStatus = (typeof propertyStatuses)[number]
export const shopperStatuses = having('toShopper', true)
export type ShopperStatus = (typeof shopperStatuses)[number]

export const countedWords = (bucket: Bucket): string => rows[bucket].counted

const recordRow = (status: HomeownersStatus): OfRecord => rows[status]

export const homeownersTurn = (status: HomeownersStatus, facts: TurnFacts): Turn =>
  by(recordRow(status).turn, facts)

export const stepOf = ({ status, ...facts }: StepFacts & { status: HomeownersStatus }): PortalStep =>
  by(recordRow(status).step, facts)

export const coarseOf = (status: HomeownersStatus): CoarseStatus => recordRow(status).coarse

/** Offers were published, and nothing is bought. */
export const isChoosing = (status: HomeownersStatus): boolean => coarseOf(status) === 'quoted'

/** It ended without a policy. */
export const isEnded = (status: HomeownersStatus): boolean => coarseOf(status) === 'abandoned'

/** Carriers may still answer. */
export const isQuoting = (status: HomeownersStatus): boolean => recordRow(status).quoting === true

export type PublicStatus = {
  status: Extract<Bucket, HomeownersStatus>
  detail_status?: Extract<DetailStatus, HomeownersStatus>
}

const ofRecord = <S extends ShownStatus>(statuses: readonly S[]) =>
  statuses.filter((status): status is Extract<S, HomeownersStatus> => 'turn' in rows[status])

/** What `publicStatus` can say. */
export const publicStatuses = { status: ofRecord(buckets), detail_status: ofRecord(detailStatuses) }

const isBucket = (status: ShownStatus): status is Bucket => homeStatus(status).dashboard === 'status'

/** A status after quoted is a detail of it. */
export const publicStatus = (status: HomeownersStatus): PublicStatus =>
  isBucket(status) ? { status } : { status: 'quoted', detail_status: status }

export const milestoneOf = (step: PortalStep): Milestone | null => MILESTONES[step]
