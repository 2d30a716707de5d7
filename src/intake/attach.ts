import { operation } from '../app.ts'
import { UPLOAD_BODY_BYTES } from '../documents/upload.ts'
import type { ShopperCaller } from '../key/intake-token.ts'
import { followUp, IntakeFollowUp, lineFor } from './follow-up.ts'
import { inputFor } from './inputs.ts'

export const attach = operation({
  id: 'intakeAttach',
  summary: 'Send the documents that an umbrella purchase needs.',
  description:
    'In documents_needed, and in info_requested when documents are asked for: declarations pages as PDF, PNG or JPEG in base64, one file or several in attachments. Answers with a new token.',
  guidance: {
    before: 'required_upload_types names what is asked for; get the files from the person.',
    onFailure:
      '400 and 413 say what is wrong with a file. 401: use the token of the latest answer. 409: no documents are asked for now.',
  },
  input: inputFor('attach', 'IntakeAttachRequest'),
  output: IntakeFollowUp,
  bodyLimitBytes: UPLOAD_BODY_BYTES,
  failures: [404, 409, 413],
  prepare: (app, caller: ShopperCaller, { uid, ...input }) =>
    lineFor(caller, uid).prepareAttach(app, caller, input),
  run: (app, caller: ShopperCaller, input, uploads) =>
    followUp(app, caller, input, line => line.attach(app, caller, uploads)),
})
