import Type, { type Static } from 'typebox'
import { states } from '../rating/state-rules.ts'
import { closed, ZipCode } from './schemas.ts'

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
  description: 'N is neutral. Not used where the state forbids it.',
})
const state = Type.Enum([...states], {
  type: 'string',
  description: 'Two-letter state code. The state or the ZIP is needed; both must agree.',
  examples: ['CA'],
})

const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 60, description, examples: [example] })

const Vehicle = Type.Object(
  {
    year: Type.Integer({ minimum: 1960, maximum: 2027, description: 'Model year.', examples: [2021] }),
    make: name('Make.', 'Toyota'),
    model: name('Model; a trim after it does no harm.', 'Camry'),
    style: Type.Optional(name('Body style, used when the model is not known.', 'sedan')),
  },
  { ...closed, description: 'Left out, the price rests on driver and place only.' },
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
  description: 'Cost of the repair in dollars. Needed by file-a-claim, ignored by the others.',
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
      description: 'The driver, with a state or a ZIP.',
    }),
    vehicle: Type.Optional(Vehicle),
    coverage: Type.Optional(Type.Partial(Type.Object(coverage), { ...closed, description: 'Deductibles.' })),
    repair_estimate: Type.Optional(repairEstimate),
    history: Type.Optional(
      Type.Partial(Type.Object(history), { ...closed, description: 'The last three years on the road.' }),
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

/** The request as it was understood. Sent as a request it gives the same result. */
export const AutoInputs = Type.Object(
  {
    driver: Type.Object({ age, gender, state, zip: Type.Optional(ZipCode) }, closed),
    vehicle: Type.Optional(Vehicle),
    coverage: Type.Object(coverage, closed),
    history: Type.Object(history, closed),
    repair_estimate: Type.Optional(repairEstimate),
  },
  { ...closed, description: 'The request as it was understood, defaults filled in.' },
)
export type AutoInputs = Static<typeof AutoInputs>
