import Type, { type Static } from 'typebox'
import { closed, FiveDigitZip, ZipCode } from './schemas.ts'

const age = Type.Integer({
  minimum: 16,
  maximum: 99,
  default: 35,
  description: 'Age of the driver.',
  examples: [42],
})
const gender = Type.Enum(['F', 'M', 'N'], {
  type: 'string',
  default: 'N',
  description: 'N is neutral. Not used where the state bans it.',
})
const state = Type.String({
  minLength: 2,
  maxLength: 60,
  description:
    'One of the 50 states or DC: its two-letter code or its name. Send a state or a ZIP code; if you send both, they must agree.',
  examples: ['CA'],
})
const stateCode = Type.String({ pattern: '^[A-Z]{2}$', description: 'Two-letter state code.' })

const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 60, description, examples: [example] })

const Vehicle = Type.Object(
  {
    year: Type.Integer({ minimum: 1960, maximum: 2027, description: 'Model year.', examples: [2021] }),
    make: name('Make.', 'Toyota'),
    model: name('Model. A trim after it is ignored.', 'Camry'),
    style: Type.Optional(name('Body style. Used when we do not know the make or model.', 'sedan')),
  },
  {
    ...closed,
    description:
      'A car, SUV, pickup or van. Leave it out to price by driver and location only: coverage then changes no premium. Motorcycles, campers and cars of 30 years or more are refused: they have policies of their own.',
  },
)

const deductible = (coverage: string) =>
  Type.Number({
    minimum: 0,
    maximum: 10_000,
    default: 1000,
    description: `${coverage} deductible in dollars.`,
    examples: [500],
  })

const count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 10, default: 0, description, examples: [1] })

const repairEstimate = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description: 'Cost of the repair in dollars. Required by file-a-claim, ignored by the other calculators.',
  examples: [2800],
})

const coverage = {
  collision_deductible: deductible('Collision'),
  comprehensive_deductible: deductible('Comprehensive'),
}
const history = {
  at_fault_accidents: count('At-fault accidents in the last three years.'),
  moving_violations: count('Moving violations in the last three years.'),
}

export const AutoCalculatorRequest = Type.Object(
  {
    driver: Type.Partial(Type.Object({ age, gender, state, zip: ZipCode }), {
      ...closed,
      description: 'The driver, with a state or a ZIP code.',
    }),
    vehicle: Type.Optional(Vehicle),
    coverage: Type.Optional(Type.Partial(Type.Object(coverage), { ...closed, description: 'Deductibles.' })),
    repair_estimate: Type.Optional(repairEstimate),
    history: Type.Optional(
      Type.Partial(Type.Object(history), {
        ...closed,
        description: 'Driving record of the last three years.',
      }),
    ),
  },
  {
    $id: 'AutoCalculatorRequest',
    ...closed,
    examples: [
      {
        driver: { age: 42, zip: '94110' },
        vehicle: { year: 2021, make: 'Toyota', model: 'Camry' },
        coverage: { collision_deductible: 500, comprehensive_deductible: 500 },
        repair_estimate: 2800,
      },
    ],
  },
)
export type AutoCalculatorRequest = Static<typeof AutoCalculatorRequest>

export const AutoInputs = Type.Object(
  {
    driver: Type.Object({ age, gender, state: stateCode, zip: Type.Optional(FiveDigitZip) }, closed),
    vehicle: Type.Optional(Vehicle),
    coverage: Type.Object(coverage, closed),
    history: Type.Object(history, closed),
    repair_estimate: Type.Optional(repairEstimate),
  },
  { ...closed, description: 'The request as understood, with defaults filled in.' },
)
export type AutoInputs = Static<typeof AutoInputs>
