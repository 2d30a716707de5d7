import Type, { type TObject } from 'typebox'
import { MOST_OFFERS } from '../contract/parse-quote.ts'

export const request_id = Type.String({ minLength: 1, maxLength: 80, description: 'As in the request.' })

export const echoed = ({ properties }: TObject) => Type.Object({ request_id, ...properties })
export const withoutKind = ({ properties: { kind: _, ...rest } }: TObject) => rest

export const offersOf = (offer: TObject) =>
  Type.Object({
    request_id,
    kind: Type.Enum(['offers']),
    offers: Type.Array(Type.Object(withoutKind(offer)), { minItems: 1, maxItems: MOST_OFFERS }),
  })

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
export const anyOf = (...names: string[]) =>
  names.length === 1 ? reference(names.join()) : { anyOf: names.map(reference) }

export const content = (schema: object) => ({ 'application/json': { schema } })
export const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

export const problem = (description: string) => ({ description, content: content(reference('Problem')) })
