import { queueEmail } from '../../../agency/emails/outbox.ts'
import { deskCodeEmail } from '../../../agency/emails/sign-in.ts'
import { type App, job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import {
  ATTEMPTS_FOR_TEN_SECONDS,
  addJob,
  openPayload,
  type SealedPayload,
  sealPayload,
} from '../../../platform/jobs/store.ts'
import { issueCode } from '../../../platform/signin/one-time-code.ts'
import { isStaff } from '../staff/staff.ts'

export const DESK_CODE = 'desk_code'

type Asked = { email: string }

/** The job decides who may sign in, so that the response is the same for every address. */
export const requestDeskCode = (app: App, email: string): Promise<void> =>
  addJob(app.db, DESK_CODE, sealPayload(app.sealer, DESK_CODE, { email }), ATTEMPTS_FOR_TEN_SECONDS)

export const deskCode = job<SealedPayload>({
  name: DESK_CODE,
  async run(app, payload) {
    const { email } = openPayload<Asked>(app.sealer, DESK_CODE, payload)
    if (!(await isStaff(app, email))) return
    await transact(app, async inside => {
      const compose = async () => {
        const { code, expiresAt } = await issueCode(inside, { purpose: 'staff', email })
        return { ...deskCodeEmail(email, code), expiresAt }
      }
      await queueEmail(inside, { to: email, compose }, { purpose: 'desk_code' })
    })
  },
})
