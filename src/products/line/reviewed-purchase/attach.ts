import type { Upload } from '../../../agency/documents/documents.ts'
import { readUploads, UPLOAD_BODY_BYTES } from '../../../agency/documents/upload.ts'
import { operation } from '../../../platform/app.ts'
import { refuseUnlessLive } from '../../../platform/key/standing.ts'
import { lean, sparse } from '../wire/lean.ts'
import { refuseOtherSandbox } from '../wire/sandbox-flag.ts'
import { attachDocuments, refuseUnlessDocumentsAsked } from './buying/attach-documents.ts'
import { type AgentCaller, lockOwnIntake, readOwnIntake } from './intake/intake.ts'
import { attachmentsIn, attachRequest, receivedPart } from './operator/requests.ts'
import { sessionSchema } from './operator/session-schema.ts'
import { agentActor, agentWordsIn, refuseActs, sessionFor } from './operator/session-view.ts'
import { perLine } from './reviewed-line.ts'

export const attachIn = perLine(line =>
  operation({
    id: `${line.name}Attach`,
    summary: 'Upload the documents required for the purchase.',
    description: `Works in documents_needed, and in info_requested when documents are requested. Send ${line.documents?.pages ?? 'files'} in attachments, or one file in type, filename and content. Review starts once all required_upload_types are attached. A rejected document must be sent again; its reason is given. Send all pages of one document in one call: a later call with the same type replaces them and lists them in replaced.`,
    guidance: {
      before:
        'check required_upload_types in documents_needed or info_requested. Send PDF, PNG or JPEG in base64.',
      onFailure:
        '400 says what is wrong with the file. 413: the limit is 10 MiB per file and 25 MiB per call, and 2 MiB together in an MCP tool call. 409: no documents are required now.',
    },
    input: attachRequest(line),
    output: sparse(sessionSchema(line)),
    lean,
    bodyLimitBytes: UPLOAD_BODY_BYTES,
    failures: [404, 409, 413],
    async prepare(app, caller: AgentCaller, input): Promise<Upload[]> {
      const files = attachmentsIn(line, input)
      const intake = await readOwnIntake(app, caller, { uid: input.uid, line: line.name })
      refuseOtherSandbox(input.sandbox, intake)
      await refuseUnlessLive(app, caller, intake)
      refuseActs(app, caller, intake, { collect_facts: true })
      await refuseUnlessDocumentsAsked(app, agentWordsIn(intake), intake)
      return readUploads(app, caller, files)
    },
    async run(app, caller: AgentCaller, { uid }, uploads) {
      const intake = await lockOwnIntake(app, caller, { uid, line: line.name })
      const attached = await attachDocuments(app, agentActor(caller, intake), { intake, uploads })
      return { ...(await sessionFor(app, caller, attached.intake)), ...receivedPart(attached) }
    },
  }),
)
