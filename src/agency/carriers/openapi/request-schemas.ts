import { Ajv } from 'ajv'
import Type, { type TSchema } from 'typebox'
import { lazily } from '../../../platform/lib/lazily.ts'
import { type BindRequest, orders } from '../contract/bind.ts'
import { quoteDetailSchemas, requestId, sources, today } from '../contract/details.ts'
import { Delivery, type DocumentDelivery } from '../contract/documents.ts'
import { type HomeQuoteRequest as HomeQuote, homeRisk } from '../homeowners/carrier.ts'
import { type UmbrellaQuoteRequest as UmbrellaQuote, umbrellaRisk } from '../umbrella/carrier.ts'

const asked = (risk: Record<string, TSchema>) => ({
  request_id: requestId,
  today,
  risk: Type.Object(risk),
  sources,
})

const quoteRequests = (risk: Record<string, TSchema>) => ({
  first: Type.Object(asked(risk)),
  second: Type.Object({ ...asked(risk), ...quoteDetailSchemas }),
})

export const homeQuoteRequests = quoteRequests(homeRisk)
export const umbrellaQuoteRequests = quoteRequests(umbrellaRisk)

const ajv = new Ajv()

const guard = <T>(schema: TSchema): ((value: unknown) => value is T) => {
  const check = lazily(() => ajv.compile<T>(schema))
  return (value): value is T => check()(value)
}

const guardByContract = <T>({ first, second }: { first: TSchema; second: TSchema }) => {
  const [isFirst, isSecond] = [guard<T>(first), guard<T>(second)]
  return (value: unknown): value is T =>
    (Object(value) as { contract?: unknown }).contract === undefined ? isFirst(value) : isSecond(value)
}

export const isHomeQuoteRequest = guardByContract<HomeQuote>(homeQuoteRequests)
export const isUmbrellaQuoteRequest = guardByContract<UmbrellaQuote>(umbrellaQuoteRequests)
export const isOrder = guardByContract<BindRequest>(orders)
export const isDelivery = guard<DocumentDelivery>(Delivery)
