import Type from 'typebox'
import { anId } from '../../../platform/values/schema-parts.ts'
import { SentPayment } from '../../line/wire/payment-schema.ts'
import { UmbrellaIntake as UmbrellaIntakeSchema } from '../application/intake-schema.ts'

export const UmbrellaBindRequest = Type.Object(
  {
    uid: anId('The purchase.'),
    intake: Type.Optional(UmbrellaIntakeSchema),
    bind_confirmed: Type.Optional(
      Type.Literal(true, {
        description:
          'True when the buyer has seen the whole purchase_preview and statement is true. Without it, nothing is bought.',
      }),
    ),
    payment: Type.Optional(SentPayment),
    sandbox: Type.Optional(Type.Boolean({ description: 'Same value as on the first call, or omit it.' })),
  },
  {
    $id: 'UmbrellaBindRequest',
    additionalProperties: false,
    examples: [
      {
        uid: 'umb_01hzY0Wb3kTqRZ5xN8cVdE',
        intake: {
          vehicles: [{ year: 2020, make: 'Toyota', model: 'Camry' }],
          effective_date: '2027-01-01',
          prior_carrier: 'none',
        },
      },
      { uid: 'umb_01hzY0Wb3kTqRZ5xN8cVdE' },
      { uid: 'umb_01hzY0Wb3kTqRZ5xN8cVdE', bind_confirmed: true },
    ],
  },
)
