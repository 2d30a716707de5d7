import type { App } from '../../../platform/app.ts'
import type { AuditEvents } from '../../../platform/audit/chain.ts'
import { fail } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/language/language.ts'
import type { LineName } from '../../../platform/lines.ts'
import type { WaitingOn } from '../wire/waiting-on.ts'
import { fileIntake, refileIntake, unfileIntake } from './book.ts'
import type { BookFacts } from './book-terms.ts'
import { saysMore } from './change-type.ts'
import {
  changeIntake,
  createIntake,
  findIntake,
  type Intake,
  type IntakeChange,
  lockIntake,
} from './intakes.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Facts go into the audit chain. They may name fields and states but never contain personal data. */
export type Why<Event extends string> = {
  actor: string
  event: Event
  facts?: Record<string, unknown>
  first?: AuditEvents['first']
  /** The homes, or the household, with other offers, prices or payment links: a reader of the feed must look again. */
  stateAgain?: readonly string[]
}

export type Change<S extends string, A> = Omit<
  IntakeChange<S, A>,
  'status' | 'email' | 'erasedAt' | 'waitingOn'
>

export type NewIntake<A> = { owner: string | null; sandbox: boolean; application: A }

export type RecordOf<S extends string, E extends string, A> = {
  name: LineName
  lifecycle: Lifecycle<S, E>
  start: S
  /** Whose turn it usually is. What follows a change corrects it, which is rare. */
  waitsOn?(status: S): WaitingOn
  emptyApplication(): A
  emailOf(application: A): string | undefined
  bookOf(application: A): BookFacts
  erasing: {
    event: E
    change?(intake: Intake<S, A>): Change<S, A>
  }
  afterCreate(app: App, intake: Intake<S, A>): Promise<void>
  /** After an erasure it gets the new state with the application as it was. */
  afterChange(app: App, intake: Intake<S, A>): Promise<void>
}

export const intakesOf = <S extends string, E extends string, A>(line: RecordOf<S, E, A>) => {
  type Own = Intake<S, A>

  const followUpAtCommit = (app: App, intake: Own, followUp = line.afterChange): Own => {
    app.beforeCommit(intake.uid, () => followUp(app, intake))
    return intake
  }

  const change = async (
    app: App,
    intake: Own,
    changes: IntakeChange<S, A>,
    { stateAgain = [], ...why }: Why<string>,
  ) => {
    const email = line.emailOf(changes.application ?? intake.application)
    if (changes.application) {
      await refileIntake(app, intake, {
        before: line.bookOf(intake.application),
        after: line.bookOf(changes.application),
      })
    }
    const { status = intake.status } = changes
    const waitingOn = status === intake.status ? intake.waitingOn : (line.waitsOn?.(status) ?? null)
    const changed = await changeIntake(app, intake, { ...changes, email, waitingOn }, { facts: {}, ...why })
    const before = intake.statedAgain ?? []
    const statedAgain = before === 'all' ? before : [...before, ...stateAgain]
    const because = saysMore(why) ? why : intake.because
    return followUpAtCommit(app, {
      ...changed,
      ...(statedAgain.length > 0 && { statedAgain }),
      ...(because && { because }),
    })
  }

  return {
    record: line,

    find: (app: App, uid: string): Promise<Own | null> => findIntake(app, { uid, line: line.name }),

    lock: (app: App, uid: string): Promise<Own | null> => lockIntake(app, { uid, line: line.name }),

    async create(app: App, { application, ...whose }: NewIntake<A>, why: Why<E>): Promise<Own> {
      const status = line.lifecycle.next(line.start, why.event)
      const { name } = line
      const email = line.emailOf(application)
      const waitingOn = line.waitsOn?.(status) ?? null
      const draft = { line: name, status, application, email, waitingOn, ...whose }
      const intake = await createIntake<S, A>(app, draft, { facts: {}, ...why })
      await fileIntake(app, intake, line.bookOf(application))
      return followUpAtCommit(app, { ...intake, because: { event: 'created' } }, line.afterCreate)
    },

    move: (app: App, intake: Own, changes: Change<S, A>, why: Why<E>): Promise<Own> =>
      change(app, intake, { ...changes, status: line.lifecycle.next(intake.status, why.event) }, why),

    note: (app: App, intake: Own, changes: Change<S, A>, why: Why<string>): Promise<Own> =>
      change(app, intake, changes, why),

    touch: (app: App, intake: Own): Own => followUpAtCommit(app, intake),

    async empty(app: App, intake: Own): Promise<Own> {
      const { lifecycle, erasing } = line
      const { status } = intake
      const emptied = await changeIntake<S, A>(
        app,
        intake,
        {
          ...erasing.change?.(intake),
          status: lifecycle.allows(status, erasing.event) ? lifecycle.next(status, erasing.event) : status,
          application: line.emptyApplication(),
          consentId: null,
          email: undefined,
          erasedAt: app.clock.now(),
        },
        { actor: 'service', event: 'erased', facts: {} },
      )
      await unfileIntake(app, emptied)
      followUpAtCommit(app, { ...emptied, application: intake.application, statedAgain: 'all' })
      return emptied
    },
  }
}

export type Intakes<S extends string, E extends string, A> = ReturnType<typeof intakesOf<S, E, A>>

type Spoken<S extends string, E extends string, A> = {
  intakes: Pick<Intakes<S, E, A>, 'lock' | 'note'>
  languageOf(application: A): Language | undefined
  /** The application with this language as the person's own answer. */
  speaking(application: A, language: Language): A
}

export type ChooseLanguage = (
  app: App,
  person: { kind: string; uid: string },
  language: Language,
) => Promise<void>

export const choosing =
  <S extends string, E extends string, A>({
    intakes,
    languageOf,
    speaking,
  }: Spoken<S, E, A>): ChooseLanguage =>
  async (app, { kind: actor, uid }, language) => {
    const intake = (await intakes.lock(app, uid)) ?? fail('not_found')
    if (languageOf(intake.application) === language) return
    const application = speaking(intake.application, language)
    await intakes.note(app, intake, { application }, { actor, event: 'language_chosen', facts: { language } })
  }
