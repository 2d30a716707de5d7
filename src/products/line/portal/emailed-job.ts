import { queueEmail } from '../../../agency/emails/outbox.ts'
import type { EmailPurpose } from '../../../agency/emails/rules/limits.ts'
import { type App, job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import {
  ATTEMPTS_FOR_A_DAY,
  addJob,
  openPayload,
  type SealedPayload,
  sealPayload,
} from '../../../platform/jobs/store.ts'
import type { Language } from '../../../platform/language/language.ts'

export type AskedEmail = { uid: string; email: string; language?: Language }

export const sendLater = (app: App, name: string, asked: AskedEmail): Promise<void> =>
  addJob(app.db, name, sealPayload(app.sealer, name, asked), ATTEMPTS_FOR_A_DAY)

type Emailed<A, I> = {
  /** Also the purpose of the email. */
  name: EmailPurpose
  lock(app: App, uid: string): Promise<I | null>
  write(app: App, intake: I, asked: A): Promise<Parameters<typeof queueEmail>[1] | null>
}

/** Locks the intake, so that no email goes to an address that is being erased. */
export const emailedJob = <A extends AskedEmail, I>({ name, lock, write }: Emailed<A, I>) =>
  job<SealedPayload>({
    name,
    run: (app, sealed) =>
      transact(app, async inside => {
        const asked = openPayload<A>(app.sealer, name, sealed)
        const intake = await lock(inside, asked.uid)
        const email = intake && (await write(inside, intake, asked))
        if (email) await queueEmail(inside, email, { intake_uid: asked.uid, purpose: name })
      }),
  })
