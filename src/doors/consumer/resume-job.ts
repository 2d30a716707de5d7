import { job } from '../../platform/app.ts'
import { transact } from '../../platform/db/transact.ts'
import { openPayload, type SealedPayload } from '../../platform/jobs/store.ts'
import { lineOf } from '../../platform/lines.ts'
import { lockIntake } from '../../products/line/record/intakes.ts'
import { queueProofEmail } from '../../products/line/verification.ts'
import { isTheirEmail, type ResumeRequest, SHOPPER_RESUME, shoppingPersonOf } from './resume.ts'

/** Locks the intake, so that no email is queued to an address that is being erased. */
export const shopperResume = job<SealedPayload>({
  name: SHOPPER_RESUME,
  run: (app, sealed) =>
    transact(app, async inside => {
      const { uid, email, token } = openPayload<ResumeRequest>(app.sealer, SHOPPER_RESUME, sealed)
      const line = lineOf(uid)
      if (line) await lockIntake(inside, { uid, line })
      const person = await shoppingPersonOf(inside, uid)
      if (person && isTheirEmail(app, person, email))
        await queueProofEmail(inside, { ...person, email }, token)
    }),
})
