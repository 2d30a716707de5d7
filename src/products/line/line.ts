import type { LineLimits } from '../../agency/policies/life/limits.ts'
import type { Policy } from '../../agency/policies/policies.ts'
import type { App } from '../../platform/app.ts'
import type { AnyTable } from '../../platform/db/table.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import type { Row } from '../../platform/http/operation.ts'
import type { DocumentRow } from '../../platform/http/pages/document.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { Adoption } from './adopt.ts'
import type { AfterSale } from './aftersale/after-sale.ts'
import type { Reshop } from './aftersale/reshop.ts'
import type { Age } from './age.ts'
import type { BookHandlers } from './book.ts'
import type { DeskHandlers, MarketDesk } from './desk.ts'
import type { Retention } from './erase.ts'
import type { FieldTable } from './fields/field.ts'
import type { Carriers, Listed } from './offers/carriers.ts'
import type { Markets } from './offers/late-answer.ts'
import type { Intake } from './record/intakes.ts'
import type { ChooseLanguage, RecordOf } from './record/writer.ts'
import type { RequestList } from './requests.ts'
import type { ShopperLine } from './shopper.ts'

type Registered = 'name' | 'lifecycle' | 'emptyApplication' | 'emailOf' | 'bookOf'

export type Line = Pick<RecordOf<string, string, unknown>, Registered> &
  Pick<AfterSale, 'tell' | 'page' | 'restate'> & {
    carriers: Pick<
      Carriers<Listed>,
      'byMode' | 'inState' | 'names' | 'sells' | 'whyNotSold' | 'statesWritten'
    >
    markets: Markets
    rows: readonly Row<App>[]
    /** Documents behind signed links. */
    documents: readonly DocumentRow<App>[]
    /** Links for an operator. Absent: only the insured and staff open them, on their pages. */
    policyDocuments?(app: App, policy: Policy): { name: string; url: string }[]
    tables: readonly AnyTable[]
    fields: readonly { place: string; fields: FieldTable }[]
    /** Codes that only its operations return. */
    ownErrors: readonly ErrorCode[]
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
    adoption: Adoption
    limits: LineLimits
    age: Age
    /** What an assistant reads instead of an answer that is too long for it. */
    shorten?(
      body: Record<string, unknown>,
      sizeOf: (body: Record<string, unknown>) => number,
      most: number,
    ): Record<string, unknown> | null
    renewMacs?(app: App, intake: Intake<string, unknown>): Promise<void>
  }
