import Type, { type Static } from 'typebox'
import type { DocumentRecord } from '../../../agency/documents/documents.ts'
import type { GivenFile } from '../../../agency/documents/upload.ts'
import { type FieldProblem, fail } from '../../../platform/errors.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { anId } from '../../../platform/values/schema-parts.ts'
import { uploadTypes } from '../buying/uploads.ts'
import { sessionProperties } from './session-schema.ts'

const closed = { additionalProperties: false } as const

const uploadType = (description: string) => Type.Optional(Type.Enum([...uploadTypes], { description }))

const SentFile = Type.Object(
  {
    type: uploadType(
      'Required. declarations: from the home policy. auto_declarations: from the auto policy.',
    ),
    filename: Type.Optional(
      Type.String({ minLength: 1, maxLength: 300, description: 'Required, such as home.pdf.' }),
    ),
    content: Type.Optional(
      Type.String({ description: 'Required. A PDF, PNG or JPEG in base64. At most 10 MiB per file.' }),
    ),
    upload_type: uploadType('Another name for type.'),
    content_base64: Type.Optional(Type.String({ description: 'Another name for content.' })),
    content_type: Type.Optional(
      Type.String({ maxLength: 100, description: 'Ignored: the file itself shows what it is.' }),
    ),
  },
  closed,
)
type SentFile = Static<typeof SentFile>

export const UmbrellaAttachRequest = Type.Object(
  {
    uid: anId('The purchase.'),
    ...SentFile.properties,
    attachments: Type.Optional(
      Type.Array(SentFile, {
        minItems: 1,
        maxItems: 10,
        description:
          'Several files, at most 25 MiB in total. Files of one type in one call are pages of one document. They replace files of that type from earlier calls.',
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

const StoredFile = Type.Object(
  { type: Type.String(), filename: Type.String(), stored_as: Type.String() },
  closed,
)

export const UmbrellaAttachResponse = Type.Object(
  {
    ...sessionProperties,
    received: Type.Array(StoredFile, { description: 'The files of this call and their stored names.' }),
    replaced: Type.Optional(
      Type.Array(StoredFile, {
        description: 'Earlier files of the same type, which no longer count. Send all pages in one call.',
      }),
    ),
  },
  { $id: 'UmbrellaAttachResponse', ...closed },
)

const storedFile = ({ type, filename, document_id }: DocumentRecord) => ({
  type,
  filename,
  stored_as: document_id,
})

export const receivedPart = ({ kept, replaced }: Record<'kept' | 'replaced', DocumentRecord[]>) => ({
  received: kept.map(storedFile),
  ...(replaced.length > 0 && { replaced: replaced.map(storedFile) }),
})

const ONE_OR_MANY =
  'either type, filename and content (the file in base64), or attachments, a list of objects with these three'

const EXPECTED = {
  type: uploadTypes.join(' or '),
  filename: 'the name of the file, such as home.pdf',
  content: 'the file in base64: a PDF, PNG or JPEG',
}

const fileIn = (sent: SentFile, path: string): GivenFile | FieldProblem[] => {
  const { upload_type, content_base64, type = upload_type, content = content_base64, filename } = sent
  if (type !== undefined && filename !== undefined && content !== undefined)
    return { type, filename, content, path }
  const given = { type, filename, content }
  return keysOf(EXPECTED)
    .filter(name => given[name] === undefined)
    .map(name => ({ path: `${path}${name}`, code: 'required', expected: EXPECTED[name] }))
}

export const attachmentsIn = ({
  uid: _uid,
  sandbox: _sandbox,
  attachments,
  ...single
}: Partial<AttachInput>): GivenFile[] => {
  const isSingle = Object.values(single).some(value => value !== undefined)
  if (isSingle === (attachments !== undefined))
    fail('invalid_request', {
      fields: [
        { path: 'attachments', code: isSingle ? 'one_file_source' : 'required', expected: ONE_OR_MANY },
      ],
    })
  const files = attachments?.map((sent, at) => fileIn(sent, `attachments[${at}].`)) ?? [fileIn(single, '')]
  const fields = files.flatMap(file => (Array.isArray(file) ? file : []))
  if (fields.length > 0) fail('invalid_request', { fields })
  return files.flatMap(file => (Array.isArray(file) ? [] : [file]))
}
