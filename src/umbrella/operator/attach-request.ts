import Type, { type Static } from 'typebox'
import type { GivenFile } from '../../documents/upload.ts'
import { fail } from '../../errors.ts'
import { anId } from '../../line/fields/intake-schema.ts'
import { uploadTypes } from '../buying/uploads.ts'
import { sessionProperties } from './session-schema.ts'

const closed = { additionalProperties: false } as const

const file = {
  type: Type.Enum([...uploadTypes], {
    description: 'declarations: from the home policy. auto_declarations: from the auto policy.',
  }),
  filename: Type.String({ minLength: 1, maxLength: 300 }),
  content: Type.String({ description: 'A PDF, PNG or JPEG in base64. At most 10 MiB per file.' }),
}

export const UmbrellaAttachRequest = Type.Object(
  {
    uid: anId('The purchase.'),
    ...Type.Partial(Type.Object(file)).properties,
    attachments: Type.Optional(
      Type.Array(Type.Object(file, closed), {
        minItems: 1,
        maxItems: 10,
        description: 'Several files, at most 25 MiB in total. Files of one type are pages of one document.',
      }),
    ),
    sandbox: Type.Optional(Type.Boolean({ description: 'Same value as on the first call, or omit it.' })),
  },
  {
    $id: 'UmbrellaAttachRequest',
    ...closed,
    examples: [
      {
        uid: 'umb_01hzY0Wb3kTqRZ5xN8cVdE',
        type: 'auto_declarations',
        filename: 'auto-declarations.pdf',
        content: 'JVBERi0xLjcK…',
      },
    ],
  },
)
type AttachInput = Static<typeof UmbrellaAttachRequest>

export const UmbrellaAttachResponse = Type.Object(
  {
    ...sessionProperties,
    received: Type.Array(
      Type.Object({ type: Type.String(), filename: Type.String(), stored_as: Type.String() }, closed),
      { description: 'The files of this call and their stored names.' },
    ),
  },
  { $id: 'UmbrellaAttachResponse', ...closed },
)

const ONE_OR_MANY = 'either type, filename and content, or attachments'

export const filesIn = ({
  type,
  filename,
  content,
  attachments,
}: Omit<AttachInput, 'uid' | 'sandbox'>): GivenFile[] => {
  const single = type !== undefined && filename !== undefined && content !== undefined
  if (attachments && type === undefined && filename === undefined && content === undefined)
    return attachments.map((given, at) => ({ ...given, path: `attachments[${at}].` }))
  if (single && !attachments) return [{ type, filename, content, path: '' }]
  return fail('invalid_request', {
    fields: [
      {
        path: 'attachments',
        code: 'one_file_source',
        expected: ONE_OR_MANY,
      },
    ],
  })
}
