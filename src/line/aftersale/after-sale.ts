import type { App } from '../../app.ts'
import type { Tell } from '../buying/payment-job.ts'
import type { Markets } from '../offers/late-answer.ts'

/** What a line brings to everything that happens after a policy is issued. */
export type AfterSale = {
  tell: Tell
  markets: Pick<Markets, 'noteEvent'>
  /** Writes its rows and changes again, after a policy ended or was kept. Under the lock of the application. */
  restate(app: App, uid: string): Promise<void>
  /** Where the person who bought sees the policy. */
  page(app: App, uid: string): string
}
