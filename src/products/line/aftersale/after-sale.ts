import type { Tell } from '../../../agency/emails/layout.ts'
import type { LineLimits } from '../../../agency/policies/life/limits.ts'
import type { App } from '../../../platform/app.ts'
import type { Markets } from '../offers/late-answer.ts'

export type AfterSale = {
  tell: Tell
  markets: Pick<Markets, 'noteEvent'>
  /** `statedAgain`: the homes, or the household, whose change the status does not show. */
  restate(app: App, uid: string, statedAgain?: readonly string[]): Promise<void>
  page(app: App, uid: string): string
  paymentJob: string
  limits: Pick<LineLimits, 'underlying'>
}

export type RenewalResult = 'recorded' | 'repeated' | 'too_late'
