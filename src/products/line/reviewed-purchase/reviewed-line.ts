import type { TSchema } from 'typebox'
import type { Decline, PriceFactor } from '../../../agency/carriers/contract/answers.ts'
import type { Carrier, QuoteOutcome } from '../../../agency/carriers/contract/carrier.ts'
import type { Contract2, OrderDetails, QuoteDetails } from '../../../agency/carriers/contract/details.ts'
import type { DocumentDelivery, DocumentReceipt } from '../../../agency/carriers/contract/documents.ts'
import type { LimitName } from '../../../agency/carriers/contract/limit-names.ts'
import type { ParsedAnswer } from '../../../agency/carriers/contract/parse-answer.ts'
import type { PaymentTerms } from '../../../agency/carriers/contract/payment-terms.ts'
import type { Ranked } from '../../../agency/carriers/contract/rank.ts'
import type { Expectations } from '../../../agency/documents/judge.ts'
import type { Email, EmailFact } from '../../../agency/emails/layout.ts'
import type { PaymentDescription } from '../../../agency/emails/rules/payment-description.ts'
import type { BuyerCodeFacts, VerifyFacts } from '../../../agency/emails/sign-in.ts'
import type { FieldProblem } from '../../../platform/errors.ts'
import { capitalized } from '../../../platform/lib/name-words.ts'
import { LINES, type LineName, lineOf as lineNamed } from '../../../platform/lines.ts'
import type {
  EstimatedRow,
  QuoteRequest,
  SourcedAnswers,
  SourcedFields,
  SourcedTree,
} from '../../../platform/values/sourced.ts'
import type { Field, FieldTable } from '../fields/field.ts'
import type { InferenceRule } from '../fields/infer.ts'
import type { Stored } from '../offers/store.ts'
import type { QuestionWording } from '../portal/field-words.ts'
import type { ConsentTexts, ConsentWords, CreditCheckTexts } from '../record/consent.ts'
import type { Answers, Household } from './application/application.ts'

export type QuestionSection = { title: string; prompt: string; fields: readonly string[] }

export type Suggestion = { value: number; reason: string }

/** The items of a list, each of which needs some answers. */
export type ListRule = {
  needs: readonly string[]
  least(answers: Household, today: string): number
  /** Asked item by item even where the list itself is not required. */
  isOptional?: true
}

type CarrierOffer = PaymentTerms & {
  kind: 'offer'
  annual_price: number
  coverage_limit: number
  is_estimate: boolean
  price_range: { low: number; high: number }
  quote_number: string
  valid_until?: string
  price_factors: PriceFactor[]
  display_notes: string[]
}

export type ReviewedOffer = Stored<CarrierOffer>

export type ReviewedAnswer = CarrierOffer | Decline

export type ReviewedQuoteRequest = QuoteRequest<object> & Partial<Contract2<QuoteDetails>>

export type ReviewedCarrier = Carrier<ReviewedQuoteRequest, ReviewedAnswer> & {
  workflow: 'agency_pay' | 'carrier_direct'
  requiresSignature: boolean
  takeDocument(document: DocumentDelivery): Promise<DocumentReceipt>
}

type UploadType = { label: string; meaning: string; from: string; filename: string }

/** For carriers that want to see something before they issue. A line without documents goes from signing to payment. */
type Documents = {
  types: Readonly<Record<string, UploadType>>
  pages: string
  required: string
  needed(answers: Household): readonly string[]
  expectationsOf(type: string, answers: Household, offer: ReviewedOffer): Expectations
}

/** What every letter can say: to whom, on whose behalf, and where to go on. */
export type Recipient = {
  firstName: string
  referredBy: string | null
  isOurs: boolean
  isRepresented: boolean
  link: string
  contact: string
}

export type PaymentAfter = 'documents' | 'purchase' | 'failed_payment'

type Letter<Facts = object> = { write(to: string, facts: Recipient & Facts): Email }['write']

type Refund = { carrier: string; money_back: string | null }
type Starting = { effective_date: string | null }

type Payment = { amount: string; description: PaymentDescription; payBy: string | null; after: PaymentAfter }

type Bound = {
  carrier: string
  policy_number: string
  surplus_lines?: readonly string[]
  illustrative?: boolean
  covered_from: string
  price: string
  limit: string | null
  renewed?: { from: string; until: string }
  signedOn: string | null
  confirmedOn: string | null
  paid: readonly EmailFact[]
  isBinderOver: boolean
}

type Emails = {
  offersReady: Letter
  withdrawn: Letter<Refund>
  reshopped(
    to: string,
    facts: Pick<Recipient, 'firstName' | 'link'> & { carrier: string; due_on: string },
  ): Email
  startPassed: Letter<Refund & { effective_date: string }>
  ended: Letter<Refund & { by: 'buyer' | 'agency' }>
  payment: Letter<Payment>
  newLink(to: string, facts: Pick<Recipient, 'firstName' | 'link'>): Email
  code(to: string, facts: BuyerCodeFacts): Email
  signature: Letter<{ carrier: string; price: string; effective_date: string; payment: readonly string[] }>
  documents: Letter<Starting & { carrier: string; reasons: readonly string[] }>
  question: Letter<Starting & { question: string | null }>
  blocked: Letter<Refund & { reason: string | null; stopped: boolean }>
  bound(to: string, facts: Omit<Recipient, 'link'> & Bound & { link: string | null }): Email
}

type OfferRow = { label: string; amount: string; meaning?: string }

/** What the line's pages say beside what those of every line do. The portal learns its Spanish. */
export type PortalWords = Readonly<
  Record<
    | 'product'
    | 'enter'
    | 'review'
    | 'beforeSigning'
    | 'issued'
    | 'afterwards'
    | 'emailTaken'
    | 'addressTaken'
    | 'documentsAhead'
    | 'documents'
    | 'offerNote'
    | 'notCovered',
    string
  >
> & {
  uploads: Readonly<Record<string, { label: string; hint: string }>>
  /** Of the fields of an item, of a section by its first field, and of an item in its list. */
  items: Readonly<Record<string, QuestionWording>>
  sections: Readonly<Record<string, string>>
  lists: Readonly<Record<string, { one: string; spare?: string }>>
  /** What offers are compared by. */
  offerRows(offer: Pick<CarrierOffer, 'coverage_limit' | 'display_notes'>): readonly OfferRow[]
}

/** What a line declares to be sold by this process: its words, questions, rules, and carriers. */
export type ReviewedLine = {
  name: LineName
  words: {
    /** Before "policy", "purchase" and "application": an umbrella. */
    a: string
    plain: string
    insurance: VerifyFacts['product']
    /** As the binder calls it. */
    policy: string
    coverageLimit: string
    estimatedField: string
    /** What can change with the choice of an offer, joined by or and by and. */
    laterAnswers: string
    choosable: string
  }
  examples: Readonly<Record<'intake' | 'toBind', object>> & { estimates: readonly object[] }

  fields: FieldTable & Readonly<Record<keyof Answers, Field>>
  sections: { toReview: readonly QuestionSection[]; toBind: readonly QuestionSection[] }
  required: {
    toReview(answers: Household): readonly string[]
    toBind(answers: Household): readonly string[]
  }
  lists: Readonly<Record<string, ListRule>>
  contradictions(answers: Household, about: { touched: ReadonlySet<string>; now: Date }): FieldProblem[]
  ineligibleReasons(answers: Household, statesServed: readonly string[]): string[]
  /** What we infer from other answers, and what we assume once nothing else is missing. */
  estimates: Readonly<Record<'inferred' | 'assumed', Readonly<Record<string, InferenceRule<EstimatedRow>>>>>
  suggestions: { readonly [field: string]: ((answers: Household) => Suggestion | null) | undefined }
  /** Who would be insured, and who else the application names. */
  insuredIn(answers: Household): readonly (string | undefined)[]
  namedIn(answers: Household): readonly (string | undefined)[]
  /** Of an earlier application: what is not copied, what the policy now tells, and the question for a limit of it. */
  reshop: {
    dropped: readonly string[]
    stated(policy: { carrier: string }): object
    asked: Readonly<Partial<Record<LimitName, string>>>
  }
  consents: {
    review: ConsentTexts
    choice: ConsentTexts
    creditCheck: CreditCheckTexts
    attestation: ConsentWords
    signature: ConsentTexts
  }
  emails: Emails
  portal: PortalWords

  risk(said: SourcedAnswers<Answers>, today: string): SourcedFields<object>
  details(said: SourcedAnswers<Answers>, to: { identified: boolean }): SourcedTree<QuoteDetails>
  orderDetails(said: SourcedAnswers<Answers>): {
    readonly [K in keyof OrderDetails]: SourcedTree<NonNullable<OrderDetails[K]>>
  }
  readAnswer(
    reply: Record<string, unknown>,
    request: ReviewedQuoteRequest,
  ): ParsedAnswer<QuoteOutcome<ReviewedAnswer>>
  rank<O extends ReviewedOffer>(offers: readonly O[]): Ranked<O>[]
  /** What an offer of this line says beyond what every offer does, to operators and to staff. */
  offerFields: Readonly<Record<string, TSchema>>
  wireOffer(offer: ReviewedOffer): object
  offerFacts(offer: ReviewedOffer): { label: string; value: string }[]
  coveragesOf(offer: ReviewedOffer): { label: string; amount: string }[]
  sandboxOutcome(answers: Household): string

  documents?: Documents
  /** Whether one address can have one live purchase only. */
  claimsAddress: boolean
}

export type OfLine = { line: string }

const declared = new Map<string, ReviewedLine>()

export const declare = (line: ReviewedLine): void => {
  declared.set(line.name, line)
}

/** A record names its line, and what the line declared is found by that name. */
export const lineOf = ({ line }: OfLine): ReviewedLine => {
  const found = declared.get(line)
  if (!found) throw new Error(`The line ${line} was not declared.`)
  return found
}

/** Null: the uid is of a line with a process of its own. */
export const lineOfUid = (uid: string): ReviewedLine | null => {
  return declared.get(lineNamed(uid) ?? '') ?? null
}

/** Made once for each line, from what it declared. */
export const perLine = <T>(make: (line: ReviewedLine) => T): ((of: OfLine | ReviewedLine) => T) => {
  const made = new Map<string, T>()
  return of => {
    const line = 'line' in of ? of.line : of.name
    const known = made.get(line)
    if (known !== undefined) return known
    const fresh = make(lineOf({ line }))
    made.set(line, fresh)
    return fresh
  }
}

export const schemaId = ({ name }: ReviewedLine, part: string): string => `${capitalized(name)}${part}`

export const exampleUid = ({ name }: ReviewedLine): string => `${LINES[name].prefix}_01hzY0Wb3kTqRZ5xN8cVdE`

export const bindFields = (of: OfLine): readonly string[] =>
  lineOf(of).sections.toBind.flatMap(({ fields }) => fields)
