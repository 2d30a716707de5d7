import type { App } from '../app.ts'
import type { Intake } from './record/intake.ts'

export type Person = { name: string | null; email: string | null; phone: string | null; place: string | null }

/** Answers about one thing, each with who stated it. */
export type AnswerGroup = { title: string; answers: { label: string; value: string; source: string }[] }

export type PhoneCorrection = { uid: string; phone: string; actor: string }

/** What a line shows of its applications in the agency's book, and lets staff correct there. */
export type BookHandlers = {
  person(application: unknown): Person
  answers(intake: Intake<string, unknown>): AnswerGroup[]
  /** Runs in one transaction. False when the number is the same. */
  correctPhone(app: App, correction: PhoneCorrection): Promise<boolean>
}
