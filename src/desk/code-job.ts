import { type App, job } from '../app.ts'
import { deskCodeEmail } from '../emails/desk-code.ts'
import { queueEmail } from '../emails/outbox.ts'
import { transact } from '../http/transact.ts'
import { addJob } from '../jobs/store.ts'
import { issueCode } from '../signin/one-time-code.ts'
import { isStaff } from './staff.ts'

const NAME = 'desk_code'
const ATTEMPTS = 3

const CONTEXT = 'desk-code'

/** The same for every address: who may sign in is decided later, out of sight of whoever asks. */
export const askForCode = (app: App, email: string): Promise<void> =>
  addJob(app.db, NAME, { email: app.sealer.seal(CONTEXT, email).toString('base64') }, ATTEMPTS)

export const deskCode = job<{ email: string }>({
  name: NAME,
  async run(app, payload) {
    const email = app.sealer.open(CONTEXT, Buffer.from(payload.email, 'base64'))
    if (!isStaff(app, email)) return
    await transact(app, async inside => {
      const { code } = await issueCode(inside, { purpose: 'staff', email })
      await queueEmail(inside, deskCodeEmail(email, code))
    })
  },
})
