import Type, { type Static } from 'typebox'
import type { DocumentRecord } from '../../../../agency/documents/documents.ts'
import type { GivenFile } from '../../../../agency/documents/upload.ts'
import { type FieldProblem, fail } from '../../../../platform/errors.ts'
import { keysOf } from '../../../../platform/lib/keys-of.ts'
import { anId } from '../../../../platform/values/schema-parts.ts'
import { refuseOutdated } from '../../record/consent.ts'
import { SentPayment } from '../../wire/payment-schema.ts'
import { intakeSchema } from '../application/known-summary.ts'
import { uploadTypes } from '../buying/uploads.ts'
import { exampleUid, lineOf, type OfLine, perLine, type ReviewedLine, schemaId } from '../reviewed-line.ts'

const closed = { additionalProperties: false } as const

export const sameSandbox = Type.Optional(
  Type.Boolean({ description: 'Same value as on the first call, or omit it.' }),
)

const uploadType = (line: ReviewedLine, description: string) =>
  Type.Optional(Type.Enum(uploadTypes(line), { description }))

const filesIn = ({ documents }: ReviewedLine) => Object.entries(documents?.types ?? {})

const fromWords = (line: ReviewedLine): string =>
  filesIn(line)
    .map(([type, { from }]) => `${type}: ${from}.`)
    .join(' ')

const firstName = (line: ReviewedLine): string => filesIn(line)[0]?.[1].filename ?? 'scan.pdf'

const sentFile = perLine(line =>
  Type.Object(
    {
      type: uploadType(line, `Required. ${fromWords(line)}`),
      filename: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 300,
          description: `Required, such as ${firstName(line)}.`,
        }),
      ),
      content: Type.Optional(Type.String({ description: 'Required. In base64.' })),
      upload_type: uploadType(line, 'Another name for type.'),
      content_base64: Type.Optional(Type.String({ description: 'Another name for content.' })),
      content_type: Type.Optional(
        Type.String({ maxLength: 100, description: 'Ignored: the file itself shows what it is.' }),
      ),
    },
    closed,
  ),
)
type SentFile = Static<ReturnType<typeof sentFile>>

export const attachRequest = perLine(line => {
  const [type, { filename } = { filename: '' }] = filesIn(line).at(-1) ?? []
  return Type.Object(
    {
      uid: anId('The purchase.'),
      ...sentFile(line).properties,
      attachments: Type.Optional(
        Type.Array(sentFile(line), {
          minItems: 1,
          maxItems: 10,
          description: 'Several files, at most 25 MiB in total. Those of one type are pages of one document.',
        }),
      ),
      sandbox: sameSandbox,
    },
    {
      $id: schemaId(line, 'AttachRequest'),
      ...closed,
      examples: [{ uid: exampleUid(line), type, filename, content: 'JVBERi0xLjcK…' }],
    },
  )
})
type AttachInput = Static<ReturnType<typeof attachRequest>>

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

const expectedIn = (line: ReviewedLine) => ({
  type: uploadTypes(line).join(' or '),
  filename: `the name of the file, such as ${firstName(line)}`,
  content: 'the file in base64: a PDF, PNG or JPEG',
})

const fileIn = (line: ReviewedLine, sent: SentFile, path: string): GivenFile | FieldProblem[] => {
  const { upload_type, content_base64, type = upload_type, content = content_base64, filename } = sent
  if (type !== undefined && filename !== undefined && content !== undefined)
    return { type, filename, content, path }
  const given = { type, filename, content }
  const expected = expectedIn(line)
  return keysOf(expected)
    .filter(name => given[name] === undefined)
    .map(name => ({ path: `${path}${name}`, code: 'required', expected: expected[name] }))
}

export const attachmentsIn = (
  line: ReviewedLine,
  { uid: _uid, sandbox: _sandbox, attachments, ...single }: Partial<AttachInput>,
): GivenFile[] => {
  const isSingle = Object.values(single).some(value => value !== undefined)
  if (isSingle === (attachments !== undefined))
    fail('invalid_request', {
      fields: [
        { path: 'attachments', code: isSingle ? 'one_file_source' : 'required', expected: ONE_OR_MANY },
      ],
    })
  const files = attachments?.map((sent, at) => fileIn(line, sent, `attachments[${at}].`)) ?? [
    fileIn(line, single, ''),
  ]
  const fields = files.flatMap(file => (Array.isArray(file) ? file : []))
  if (fields.length > 0) fail('invalid_request', { fields })
  return files.flatMap(file => (Array.isArray(file) ? [] : [file]))
}

export type SentConsent = { answer: 'Yes' | 'No'; version?: string | undefined }

export const consentIn = (
  sent: SentConsent | undefined,
  { line, status: current_status }: OfLine & { status: string },
): 'Yes' | 'No' | null => {
  if (sent?.version !== undefined)
    refuseOutdated(lineOf({ line }).consents.creditCheck, { version: sent.version, current_status })
  return sent?.answer ?? null
}

export const selectRequest = perLine(line =>
  Type.Object(
    {
      uid: anId('The purchase.'),
      selection_token: anId('Token of the offer the buyer chose.'),
      selection_confirmed: Type.Literal(true, { description: 'True when the buyer confirmed this choice.' }),
      credit_consent: Type.Optional(
        Type.Object(
          {
            answer: Type.Enum(['Yes', 'No'], {
              description: 'The buyer’s own answer to credit_consent_question.',
            }),
            collected_from_user: Type.Literal(true, {
              description: 'True when the buyer was shown the exact text and answered themselves.',
            }),
            version: Type.Optional(
              Type.String({
                maxLength: 40,
                description: 'Of credit_consent_question.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
      ),
      intake: Type.Optional(intakeSchema(line)),
      sandbox: sameSandbox,
    },
    {
      $id: schemaId(line, 'SelectRequest'),
      additionalProperties: false,
      examples: [
        {
          uid: exampleUid(line),
          selection_token: 'off_5sR8mV2kQwXb7nTzYc4d1L',
          selection_confirmed: true,
          credit_consent: { answer: 'Yes', collected_from_user: true },
        },
      ],
    },
  ),
)

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
      sandbox: sameSandbox,
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
