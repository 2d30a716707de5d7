import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import type { DeskHandlers } from './desk.ts'
import type { Retention } from './erase.ts'
import type { Intake } from './record/intake.ts'
import type { RecordOf } from './record/writer.ts'
import type { ShopperLine } from './shopper.ts'

type Registered = 'name' | 'prefix' | 'lifecycle' | 'emptyApplication' | 'emailOf'

/** A line of business, as everything that serves all lines sees it. */
export type Line = Pick<RecordOf<string, string, unknown>, Registered> & {
  /** Made as the service starts. */
  carriers: { byMode(app: App): unknown }
  jobs: readonly Job<App>[]
  shopper: ShopperLine
  /** Null: people at the agency have no part in it. */
  desk: DeskHandlers | null
  retention: Retention
  /** After a rotation of the secret: what is found by a MAC beside the intake itself. */
  renewMacs?(app: App, intake: Intake<string, unknown>): Promise<void>
}
