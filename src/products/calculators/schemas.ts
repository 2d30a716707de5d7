import Type, { type TSchema } from 'typebox'
import { asOf, type PublishedSource } from '../../agency/rating/sources.ts'
import { dollars } from '../../platform/values/schema-parts.ts'

export const closed = { additionalProperties: false } as const

export const ZipCode = Type.String({
  pattern: '^[0-9]{5}(-?[0-9]{4})?$',
  description: 'A five-digit US ZIP code',
  examples: ['94110'],
})

export const FiveDigitZip = Type.String({ pattern: '^[0-9]{5}$', examples: ['94110'] })

export const MonthlyBands = Type.Object(
  {
    p10: dollars('We estimate that one similar household in ten pays less.'),
    p25: dollars('We estimate that one in four pays less.'),
    p50: dollars('The middle of the range.'),
    p75: dollars('We estimate that one in four pays more.'),
    p90: dollars('We estimate that one in ten pays more.'),
  },
  {
    ...closed,
    description:
      'Our estimate of the range of monthly premiums among similar households, in whole dollars. A model, not measured percentiles.',
  },
)

const disclaimer =
  'This is a directional estimate from public figures, not a quote or an offer. Only a carrier can set a price or bind coverage.'

export type CalculatorResponse<Calculator extends string, Inputs, Result> = {
  calculator: Calculator
  as_of: string
  currency: 'USD'
  directional: true
  disclaimer: string
  inputs: Inputs
  assumptions: string[]
  result: Result
  sources: PublishedSource[]
}

type Shape<Calculator extends string, I extends TSchema, R extends TSchema> = {
  $id: string
  calculator: Calculator
  inputs: I
  result: R
}

export const calculatorResponse = <const C extends string, I extends TSchema, R extends TSchema>({
  $id,
  calculator,
  inputs,
  result,
}: Shape<C, I, R>) =>
  Type.Object(
    {
      calculator: Type.Enum([calculator], { type: 'string' }),
      as_of: Type.String({ format: 'date', description: 'The date of the tables behind the result.' }),
      currency: Type.Enum(['USD'], { type: 'string' }),
      directional: Type.Literal(true, { description: 'Always true: an estimate, never an offer.' }),
      disclaimer: Type.String(),
      inputs,
      assumptions: Type.Array(Type.String(), {
        description: 'Every assumption in words: each default used, and what the estimate leaves out.',
      }),
      result,
      sources: Type.Array(Type.Object({ name: Type.String(), year: Type.Integer() }, closed), {
        description: 'Where the figures come from.',
      }),
    },
    { $id, ...closed },
  )

export type Constant<Calculator extends string> = Omit<
  CalculatorResponse<Calculator, never, never>,
  'inputs' | 'assumptions' | 'result'
>

export const constantOf = <const C extends string>(
  calculator: C,
  sources: readonly PublishedSource[],
): Constant<C> => ({
  calculator,
  as_of: asOf,
  currency: 'USD',
  directional: true,
  disclaimer,
  sources: [...sources],
})

type Found<Inputs, Result> = Pick<
  CalculatorResponse<string, Inputs, Result>,
  'inputs' | 'assumptions' | 'result'
>

export const calculatorAnswer = <C extends string, Inputs, Result>(
  constant: Constant<C>,
  { inputs, assumptions, result }: Found<Inputs, Result>,
): CalculatorResponse<C, Inputs, Result> => ({
  calculator: constant.calculator,
  as_of: constant.as_of,
  currency: constant.currency,
  directional: constant.directional,
  disclaimer: constant.disclaimer,
  inputs,
  assumptions,
  result,
  sources: constant.sources,
})
