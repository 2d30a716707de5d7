import type { TObject, TSchema } from 'typebox'
import type { Upload } from '../../agency/documents/documents.ts'
import type { App } from '../../platform/app.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { CallerPlace, Shopper } from '../../platform/key/shopper/intake-token.ts'
import type { Json } from './fields/merge.ts'
import type { SentEstimates } from './fields/sent-estimate.ts'
import type { OfferRow } from './offers/store.ts'
import type { Intake } from './record/intakes.ts'
import type { CoarseStatus } from './record/status-book.ts'
import type { PersonToVerify } from './verification.ts'
import type { Stage, WaitingOn } from './wire/waiting-on.ts'

export type FollowUpBody = {
  uid: string
  sandbox: boolean
  status: string
  stage: Stage
  waiting_on: WaitingOn
  response_summary: string
  known_summary: object
  missing_fields?: string[]
  missing_field_details?: object[]
  next_question?: object
  next_action?: object
  review?: object
  review_token?: string
  review_url?: string
  field_estimates?: object[]
  ineligible_reasons?: string[]
  statement?: object
  credit_consent_question?: object
  unrecognized_fields: string[]
  field_hints?: { field: string; did_you_mean: string }[]
  agent_instructions: string[]
  status_url: string
  poll_after_seconds: number
}

export type FollowUp = { body: FollowUpBody; taken: boolean }

export type Coarse = {
  waiting_on: WaitingOn
  intake: Intake<string, unknown>
  status: CoarseStatus
  detail_status: string
  stage: Stage
  offers: readonly OfferRow[]
  held: boolean
  isPartlyBound?: boolean
  said: string | null
}

/** What is the line's own in the call that starts an application. */
type PrefillParts = {
  /** What is described beside the person. */
  about: string
  answer: string
  estimated: string
  intake: TSchema
  example: object
  problems: (input: Record<string, unknown>) => FieldProblem[]
  known: TSchema
  next: Readonly<Record<string, TSchema>>
}

type Prefill = {
  intake: Json
  field_estimates: SentEstimates
  sandbox: boolean
}

export type ShoppingPerson = PersonToVerify & { goOn: { label: string; url: string } | null }

export type FollowUpName = 'patch' | 'select' | 'bind' | 'attach'

type Act = (app: App, caller: Shopper, input: Json) => Promise<FollowUp>

export type ShopperLine = {
  inputs: Record<FollowUpName, TObject>
  output: TObject
  prefill: PrefillParts
  start(app: App, place: CallerPlace, prefill: Prefill): Promise<{ uid: string }>
  view(app: App, caller: Shopper): Promise<FollowUpBody>
  /** What a held poll waits to see change. Null where the response is sent at once. */
  waitsFor(body: FollowUpBody): string | null
  patch: Act
  select: Act
  bind: Act
  prepareAttach(app: App, caller: Shopper, input: Json): Promise<readonly Upload[]>
  attach(app: App, caller: Shopper, uploads: readonly Upload[]): Promise<FollowUp>
  submitHeld(app: App, caller: Shopper): Promise<void>
  person(app: App, uid: string): Promise<ShoppingPerson | null>
  coarse(app: App, uid: string): Promise<Coarse | null>
}
