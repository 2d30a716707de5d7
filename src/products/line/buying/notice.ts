import type { Email } from '../../../agency/emails/layout.ts'
import type { EmailPurpose } from '../../../agency/emails/rules/limits.ts'
import type { App } from '../../../platform/app.ts'

export type Notice = {
  purpose: EmailPurpose
  email(to: string, who: { firstName: string; isOther?: boolean }): Email
  others?: readonly string[]
  to?: string
}

export type Tell = (app: App, uid: string, notice: Notice) => Promise<void>
