import type { TObject } from 'typebox'
import type { LineName } from '../../../platform/lines.ts'
import type { HomeQuoteRequest } from '../homeowners/carrier.ts'
import { homeAnswerSchemas, parseHomeAnswer, readHomeAnswer } from '../homeowners/parse-answer.ts'
import type { UmbrellaQuoteRequest } from '../umbrella/carrier.ts'
import { parseUmbrellaAnswer, readUmbrellaAnswer, umbrellaAnswerSchemas } from '../umbrella/parse-answer.ts'
import {
  homeQuoteRequests,
  isHomeQuoteRequest,
  isUmbrellaQuoteRequest,
  umbrellaQuoteRequests,
} from './request-schemas.ts'

export type AnyQuoteRequest = HomeQuoteRequest | UmbrellaQuoteRequest

type AnyParsed = ReturnType<typeof parseHomeAnswer | typeof parseUmbrellaAnswer>

type Contracted = {
  requests: Readonly<Record<'first' | 'second', TObject>>
  answers: Readonly<Record<'Offer' | 'Refusal', TObject>>
  isRequest(said: unknown): said is AnyQuoteRequest
  parse(text: string, request: AnyQuoteRequest): AnyParsed
  read(answer: Record<string, unknown>, request: AnyQuoteRequest): AnyParsed
  hasLimit: boolean
  takesDocuments: boolean
}

export const contracted: Readonly<Record<LineName, Contracted>> = {
  homeowners: {
    requests: homeQuoteRequests,
    answers: homeAnswerSchemas,
    isRequest: isHomeQuoteRequest,
    parse: parseHomeAnswer,
    read: readHomeAnswer,
    hasLimit: false,
    takesDocuments: false,
  },
  umbrella: {
    requests: umbrellaQuoteRequests,
    answers: umbrellaAnswerSchemas,
    isRequest: isUmbrellaQuoteRequest,
    parse: parseUmbrellaAnswer,
    read: readUmbrellaAnswer,
    hasLimit: true,
    takesDocuments: true,
  },
}
