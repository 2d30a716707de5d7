import type { Upload } from '../../agency/documents/documents.ts'
import { readUploads, UPLOAD_BODY_BYTES } from '../../agency/documents/upload.ts'
import { operation } from '../../platform/app.ts'
import { refuseUnlessLive } from '../../platform/key/standing.ts'
import { refuseOtherSandbox } from '../line/wire/sandbox-flag.ts'
import { attachDocuments, refuseUnlessDocumentsAsked } from './buying/attach-documents.ts'
import { type AgentCaller, lockOwnIntake, readOwnIntake } from './intake/intake.ts'
import { agentActor, agentWords } from './operator/agent-actor.ts'
import {
  attachmentsIn,
  receivedPart,
  UmbrellaAttachRequest,
  UmbrellaAttachResponse,
} from './operator/attach-request.ts'
import { sessionView } from './operator/session-view.ts'

export const umbrellaAttach = operation({
  id: 'umbrellaAttach',
  summary: 'Upload the documents required for the purchase.',
  description:
    'Works in documents_needed, and in info_requested when documents are requested. Send declarations pages in attachments, or one file in type, filename and content. Review starts once all required_upload_types are attached. A rejected document must be sent again; its reason is given. Send all pages of one document in one call: a later call with the same type replaces them and lists them in replaced.',
  guidance: {
    before:
      'check required_upload_types in documents_needed or info_requested. Send PDF, PNG or JPEG in base64.',
    onFailure:
      '400 says what is wrong with the file. 413: the limit is 10 MiB per file and 25 MiB per call, and 2 MiB together in an MCP tool call. 409: no documents are required now.',
  },
  input: UmbrellaAttachRequest,
  output: UmbrellaAttachResponse,
  bodyLimitBytes: UPLOAD_BODY_BYTES,
  failures: [404, 409, 413],
  async prepare(app, caller: AgentCaller, input): Promise<Upload[]> {
    const files = attachmentsIn(input)
    const intake = await readOwnIntake(app, caller, input.uid)
    refuseOtherSandbox(input.sandbox, intake)
    await refuseUnlessLive(app, caller, intake)
    await refuseUnlessDocumentsAsked(app, agentWords, intake)
    return readUploads(app, caller, files)
  },
  async run(app, caller: AgentCaller, { uid }, uploads) {
    const intake = await lockOwnIntake(app, caller, uid)
    const attached = await attachDocuments(app, agentActor(caller), { intake, uploads })
    return { ...(await sessionView(app, attached.intake)), ...receivedPart(attached) }
  },
})
