import { UPLOAD_BODY_BYTES } from '../../agency/documents/upload.ts'
import { operation } from '../../platform/app.ts'
import type { ShopperCaller } from '../../platform/key/shopper/intake-token.ts'
import { lean } from '../../products/line/wire/lean.ts'
import { followUp, IntakeFollowUp, shopperLineFor, withoutRepeats } from './follow-up.ts'
import { inputFor } from './inputs.ts'

export const intakeAttach = operation({
  id: 'intakeAttach',
  summary: 'Upload the documents an umbrella purchase needs.',
  description:
    'Use it when status is documents_needed, or info_requested with documents listed. Send declarations pages as base64-encoded PDF, PNG, or JPEG files, one or more in attachments. Returns a new token.',
  guidance: {
    before: 'get the files listed in required_upload_types from the person.',
    onFailure:
      '400 and 413 say what is wrong with a file. 401: use the token from the latest response. 409: no documents are needed now.',
  },
  input: inputFor('attach', 'IntakeAttachRequest'),
  needsBody: true,
  output: IntakeFollowUp,
  lean,
  bodyLimitBytes: UPLOAD_BODY_BYTES,
  failures: [404, 409, 413],
  prepare: (app, caller: ShopperCaller, input) =>
    shopperLineFor(caller, input.uid).prepareAttach(app, caller, withoutRepeats(input)),
  run: (app, caller: ShopperCaller, input, uploads) =>
    followUp(app, caller, input, line => line.attach(app, caller, uploads)),
})
