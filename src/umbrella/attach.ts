import Type, { type Static } from 'typebox'
import { type App, operation } from '../app.ts'
import { type DocumentRecord, keepDocuments, listDocuments } from '../documents/documents.ts'
import { type GivenFile, readUploads, UPLOAD_BODY_BYTES, type Upload } from '../documents/upload.ts'
import { fail } from '../errors.ts'
import { anId } from '../line/intake-schema.ts'
import { refuseOtherSandbox } from '../line/sandbox-flag.ts'
import { giveInformation } from './info-request.ts'
import {
  type Actor,
  type AgentCaller,
  agentActor,
  lockOwnIntake,
  readOwnIntake,
  type UmbrellaIntake,
} from './intake.ts'
import { refuseHere } from './refuse-here.ts'
import { enqueueReview } from './review-documents-job.ts'
import { sessionProperties } from './session-schema.ts'
import { sessionView } from './session-view.ts'
import { uploadsMissing, uploadTypes } from './uploads.ts'
import { moveUmbrella, noteOnUmbrella } from './writer.ts'

const closed = { additionalProperties: false } as const

const file = {
  type: Type.Enum([...uploadTypes], {
    description: 'declarations: of the home policy; auto_declarations: of the car policy.',
  }),
  filename: Type.String({ minLength: 1, maxLength: 300 }),
  content: Type.String({ description: 'The bytes of a PDF, PNG or JPEG in base64: at most 10 MiB a file.' }),
}

export const UmbrellaAttachRequest = Type.Object(
  {
    uid: anId('The purchase.'),
    ...Type.Partial(Type.Object(file)).properties,
    attachments: Type.Optional(
      Type.Array(Type.Object(file, closed), {
        minItems: 1,
        maxItems: 10,
        description:
          'Several files at once, at most 25 MiB together. Files of one type are pages of one document.',
      }),
    ),
    sandbox: Type.Optional(Type.Boolean({ description: 'As on the first call, or left out.' })),
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
      { description: 'What came with this call, and the name under which it is kept.' },
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
        problem: 'is not the only way the file is sent, or no file is',
        expected: ONE_OR_MANY,
      },
    ],
  })
}

export const refuseUnlessOpen = (intake: UmbrellaIntake): void => {
  if (intake.status !== 'documents_needed' && intake.status !== 'info_requested')
    refuseHere(intake, 'No documents are asked for now.')
}

/** Far more than any purchase needs, and an end to what one caller can have us keep. */
const MOST_FILES = 60

const refuseTooMany = async (app: App, { uid, status }: UmbrellaIntake, more: number): Promise<void> => {
  const { length } = await listDocuments(app, uid)
  if (length + more > MOST_FILES)
    fail('conflict', {
      message: `A purchase takes at most ${MOST_FILES} files, and ${length} came already. Ask the agency to go on with those.`,
      current_status: status,
    })
}

type Attached = { types: string[]; documents: string[]; actor: string }

/** Once all that the carrier needs are there, they are looked at. */
const addDocuments = async (app: App, intake: UmbrellaIntake, { types, actor }: Attached) => {
  const documents = await listDocuments(app, intake.uid)
  const facts = { types }
  if (uploadsMissing(intake.application.household, documents).length > 0)
    return noteOnUmbrella(app, intake, {}, { actor, event: 'documents_attached', facts })
  const complete = await moveUmbrella(app, intake, {}, { actor, event: 'documents_complete', facts })
  await enqueueReview(app, complete)
  return complete
}

/** A carrier that asked for them gets them with the order; what the agency asked for is looked at. */
const answerWithDocuments = (app: App, intake: UmbrellaIntake, { types, documents, actor }: Attached) =>
  giveInformation(app, intake, {
    application: intake.application,
    given: { answers: Object.fromEntries(types.map(type => [type, 'attached'])), documents },
    actor,
  })

/** Keeps the files of the call, and goes on when nothing is missing any more. */
export const attachDocuments = async (
  app: App,
  { witness }: Actor,
  { intake, uploads }: { intake: UmbrellaIntake; uploads: readonly Upload[] },
): Promise<{ intake: UmbrellaIntake; kept: DocumentRecord[] }> => {
  refuseUnlessOpen(intake)
  await refuseTooMany(app, intake, uploads.length)
  const kept = await keepDocuments(app, intake.uid, uploads)
  const attached = {
    types: [...new Set(kept.map(({ type }) => type))],
    documents: kept.map(({ document_id }) => document_id),
    actor: witness.givenBy,
  }
  const take = intake.status === 'info_requested' ? answerWithDocuments : addDocuments
  return { intake: await take(app, intake, attached), kept }
}

export const attach = operation({
  id: 'umbrellaAttach',
  summary: 'Send the documents that the purchase needs.',
  description:
    'In documents_needed, and in info_requested when documents are asked for: declarations pages as PDF, PNG or JPEG. Once all of required_upload_types are in they are reviewed; a rejected one is asked for again, with the reason.',
  guidance: {
    before:
      'documents_needed or info_requested; required_upload_types says which. PDF, PNG or JPEG, in base64.',
    onFailure:
      '400 says what is wrong with the file. 413: at most 10 MiB a file and 25 MiB a call. 409: no documents are asked for now.',
  },
  input: UmbrellaAttachRequest,
  output: UmbrellaAttachResponse,
  bodyLimitBytes: UPLOAD_BODY_BYTES,
  failures: [404, 409, 413],
  /** Files are looked into before the transaction, and only for whoever may send them here. */
  async prepare(app, caller: AgentCaller, input): Promise<Upload[]> {
    const files = filesIn(input)
    const intake = await readOwnIntake(app, caller, input.uid)
    refuseOtherSandbox(input.sandbox, intake)
    refuseUnlessOpen(intake)
    return readUploads(app, files)
  },
  async run(app, caller: AgentCaller, { uid }, uploads) {
    const intake = await lockOwnIntake(app, caller, uid)
    const { intake: attached, kept } = await attachDocuments(app, agentActor(caller), { intake, uploads })
    return {
      ...(await sessionView(app, attached)),
      received: kept.map(({ type, filename, document_id }) => ({ type, filename, stored_as: document_id })),
    }
  },
})
