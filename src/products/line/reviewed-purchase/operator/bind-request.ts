import Type from 'typebox'
import { anId } from '../../../../platform/values/schema-parts.ts'
import { SentPayment } from '../../wire/payment-schema.ts'
import { intakeSchema } from '../application/intake-schema.ts'
import { exampleUid, perLine, schemaId } from '../reviewed-line.ts'

export const bindRequest = perLine(line =>
  Type.Object(
    {
      uid: anId('The purchase.'),
      intake: Type.Optional(intakeSchema(line)),
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
      $id: schemaId(line, 'BindRequest'),
      additionalProperties: false,
      examples: [
        {
          uid: exampleUid(line),
          intake: line.examples.toBind,
        },
        { uid: exampleUid(line) },
        { uid: exampleUid(line), bind_confirmed: true },
      ],
    },
  ),
)
