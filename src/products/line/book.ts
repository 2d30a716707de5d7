import type { App } from '../../platform/app.ts'
import type { Intake } from './record/intakes.ts'
import type { Badge } from './record/status-book.ts'

export type Person = {
  name: string | null
  email: string | null
  phone: string | null
  place: string | null
  mail: string | null
}

export type AnswerGroup = { title: string; answers: { label: string; value: string; source: string }[] }

export type CorrectionEffect =
  | 'none'
  | 'asks_carriers'
  | 'voids_consent'
  | 'voids_review'
  | 'proves_again'
  | 'clears_clause'

export type Correctable = {
  name: string
  label: string
  value: string
  effect: CorrectionEffect
  clears?: string
}

export type Correction = { uid: string; name: string; text: string; actor: string }

export type BookHandlers = {
  person(application: unknown): Person
  /** Where the application stands, in words. */
  badge(intake: Pick<Intake<string, unknown>, 'status' | 'erasedAt'>): Badge
  answers(intake: Intake<string, unknown>): AnswerGroup[]
  correctable(intake: Intake<string, unknown>): Correctable[]
  correct(app: App, correction: Correction): Promise<boolean>
  tellBoundAgain(app: App, intake: Intake<string, unknown>): Promise<boolean>
  isPurchaseHeld?(app: App, intake: Intake<string, unknown>): Promise<boolean>
  allowPurchase?(app: App, uid: string, actor: string): Promise<void>
}
