import { type FactorChange, factorChangedEmail } from '../../../agency/emails/desk/account.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import type { App } from '../../../platform/app.ts'

export const tellFactorChanged = (app: App, email: string, change: FactorChange): Promise<unknown> =>
  queueEmail(app, factorChangedEmail(email, change), { purpose: 'desk_second_factor' })
