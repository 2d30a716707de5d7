import type { App } from '../../app.ts'
import { type FactorChange, factorChangedEmail } from '../../emails/desk/factor-changed.ts'
import { queueEmail } from '../../emails/outbox.ts'

/** In the transaction of the change, so that neither happens alone. */
export const tellFactorChanged = (app: App, email: string, change: FactorChange): Promise<unknown> =>
  queueEmail(app, factorChangedEmail(email, change), { purpose: 'desk_second_factor' })
