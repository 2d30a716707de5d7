import type { Mode } from '../../agency/carriers/contract/carrier.ts'
import type { LineLimits } from '../../agency/policies/life/limits.ts'
import type { App } from '../../platform/app.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { AfterSale } from './aftersale/after-sale.ts'
import type { Reshop } from './aftersale/reshop.ts'
import type { Age } from './age.ts'
import type { BookHandlers } from './book.ts'
import type { DeskHandlers, MarketDesk } from './desk.ts'
import type { Retention } from './erase.ts'
import type { Markets } from './offers/late-answer.ts'
import type { ChooseLanguage } from './record/choose-language.ts'
import type { Intake } from './record/intake.ts'
import type { RecordOf } from './record/writer.ts'
import type { RequestList } from './requests.ts'
import type { ShopperLine } from './shopper.ts'

type Registered = 'name' | 'lifecycle' | 'emptyApplication' | 'emailOf' | 'bookOf'

export type Line = Pick<RecordOf<string, string, unknown>, Registered> &
  Pick<AfterSale, 'tell' | 'page' | 'restate'> & {
    carriers: {
      byMode(app: App): Readonly<Record<Mode, readonly { id: string; name: string }[]>>
      names(app: App, intake: { sandbox: boolean }): (carrierId: string) => string
      sells(app: App, intake: { sandbox: boolean }, offered: { carrier_id: string; state: string }): boolean
    }
    markets: Markets
    jobs: readonly Job<App>[]
    paymentJob: string
    shopper: ShopperLine
    requests: RequestList
    desk: DeskHandlers | null
    book: BookHandlers
    marketDesk: MarketDesk
    retention: Retention
    chooseLanguage: ChooseLanguage
    /** A lender has an interest in what is insured, and gets evidence of it. */
    hasLender: boolean
    reshop: Reshop
    limits: LineLimits
    age: Age
    renewMacs?(app: App, intake: Intake<string, unknown>): Promise<void>
  }
