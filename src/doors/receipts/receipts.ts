import Type from 'typebox'
import { operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { type OperatorCaller, refuseWithoutScope } from '../../platform/key/guard.ts'
import { lineOf } from '../../platform/lines.ts'
import { anId } from '../../platform/values/schema-parts.ts'
import { receiptOf } from '../../products/line/acts/receipt.ts'
import { findIntake } from '../../products/line/record/intakes.ts'
import { receiptProperty } from '../../products/line/wire/answer-schema.ts'
import { refuseLive } from '../../products/line/wire/sandbox-flag.ts'

const closed = { additionalProperties: false } as const

const NOT_YOURS = 'No request with this uid belongs to your credential. Check the uid.'

export const receipts = operation({
  id: 'getReceipt',
  summary: 'Get the signed receipt of every consent, choice, and purchase of one request.',
  description:
    'The same proof that each act returned as receipt, in one. Show it to a carrier, a lender, or a court: it verifies without us. Absent while nothing is on record.',
  guidance: { before: 'have a uid.', onFailure: '404: the uid is not yours.' },
  input: Type.Object(
    { uid: anId('A request of yours, of either line.') },
    { $id: 'ReceiptQuery', ...closed },
  ),
  output: Type.Object(
    {
      uid: Type.String(),
      ...receiptProperty,
      jwks_uri: Type.String({ format: 'uri', description: 'The keys that verify it.' }),
    },
    { $id: 'ReceiptResponse', ...closed },
  ),
  failures: [404],
  reads: true,
  async run(app, caller: OperatorCaller, { uid }) {
    const line = lineOf(uid)
    if (line !== null) refuseWithoutScope(app, caller, line)
    const intake = line && (await findIntake(app, { uid, line }))
    if (!line || intake?.owner !== caller.operatorUid) return fail('not_found', { message: NOT_YOURS })
    refuseLive(caller, intake)
    const jwks_uri = `${app.config.publicUrl}/.well-known/jwks.json`
    return { uid, ...(await receiptOf(app, uid)), jwks_uri }
  },
})
