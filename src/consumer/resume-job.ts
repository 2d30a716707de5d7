import { job } from '../app.ts'
import { transact } from '../http/transact.ts'
import { openPayload, type SealedPayload } from '../jobs/sealed-payload.ts'
import { mailProof } from '../key/verification.ts'
import { lockIntake } from '../line/record/intakes.ts'
import { lineOf } from '../lines.ts'
import { type Asked, isTheirEmail, personOf, SHOPPER_RESUME } from './resume.ts'

/**
 * Mails the link, if the address is the one of the application. Run twice, it mails once. The intake is locked: once it
 * is erased, no mail is written to the address that it had.
 */
export const shopperResume = job<SealedPayload>({
  name: SHOPPER_RESUME,
  run: (app, sealed) =>
    transact(app, async inside => {
      const { uid, email, token } = openPayload<Asked>(app.sealer, SHOPPER_RESUME, sealed)
      const line = lineOf(uid)
      if (line) await lockIntake(inside, { uid, line })
      const person = await personOf(inside, uid)
      if (person && isTheirEmail(app, person, email)) await mailProof(inside, { ...person, email }, token)
    }),
})
