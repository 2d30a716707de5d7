import Type, { type Static, type TObject } from 'typebox'
import { creditPart, identifier, oneLine, type priceFactorList } from './parse-answer.ts'

export type PriceFactor = Static<typeof priceFactorList>[number]

export type CreditPart = Static<TObject<typeof creditPart>>

export const Refusal = Type.Object({
  kind: Type.Enum(['decline']),
  reason_code: identifier,
  reason: oneLine(500),
  ...creditPart,
})
export type Decline = Static<typeof Refusal>

export const isAboutCredit = (name: string): boolean => name.startsWith('credit')
