import type { App } from '../../app.ts'
import type { Tell } from '../buying/payment-job.ts'
import type { Markets } from '../offers/late-answer.ts'

/** What a line brings to everything that happens after a policy is issued. */
export type AfterSale = {
  tell: Tell
  markets: Pick<Markets, 'noteEvent'>
  /** Where the person who bought sees the policy. */
  page(app: App, uid: string): string
}
