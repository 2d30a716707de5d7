import { job } from '../app.ts'
import { transact } from '../http/transact.ts'
import { mailProof } from '../key/verification.ts'
import { isTheirEmail, openAsked, personOf, type SealedAsked, SHOPPER_RESUME } from './resume.ts'

/** Mails the link, if the address is the one of the application. Run twice, it mails once. */
export const shopperResume = job<SealedAsked>({
  name: SHOPPER_RESUME,
  run: (app, sealed) =>
    transact(app, async inside => {
      const { uid, email, token } = openAsked(app, sealed)
      const person = await personOf(inside, uid)
      if (person && isTheirEmail(app, person, email)) await mailProof(inside, { ...person, email }, token)
    }),
})
