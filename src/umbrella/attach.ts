import { operation } from '../app.ts'
import { readUploads, UPLOAD_BODY_BYTES, type Upload } from '../documents/upload.ts'
import { refuseOtherSandbox } from '../line/wire/sandbox-flag.ts'
import { attachDocuments, refuseUnlessOpen } from './buying/attach-documents.ts'
import { type AgentCaller, agentActor, lockOwnIntake, readOwnIntake } from './intake/intake.ts'
import { filesIn, UmbrellaAttachRequest, UmbrellaAttachResponse } from './operator/attach-request.ts'
import { sessionView } from './operator/session-view.ts'

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
    return readUploads(app, caller, files)
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
