import type { OfferList } from '../../../agency/carriers/contract/carrier.ts'
import type { AnswersLater } from '../../../agency/carriers/contract/parse-later.ts'
import { isLater } from '../../../agency/carriers/contract/parse-later.ts'
import type { App } from '../../../platform/app.ts'
import { useConsent } from '../record/consent.ts'
import { BINDING_STOP, whyStopped } from '../stops/stops.ts'
import { createTask } from '../tasks/tasks.ts'
import { consentEvidence } from './evidence.ts'
import { type CarrierQuestion, noteAnswersLater } from './questions.ts'
import type { IntakeIn, QuotingKinds, QuotingOf } from './quoting-line.ts'
import { keepReply, type QuoteReply } from './replies.ts'
import type { Quoting } from './store.ts'

export const keepReplyTo = (
  app: App,
  { uid, revision }: Quoting,
  { item, carrier }: { item: string; carrier: { id: string } },
  reply: QuoteReply | OfferList<QuoteReply>,
): Promise<void> =>
  keepReply(app, { uid, revision, item, carrier_id: carrier.id, reply, answered_at: app.clock.now() })

type Question<K extends QuotingKinds> = CarrierQuestion<K['request'], K['reply']>

const answersLater = async <K extends QuotingKinds>(
  app: App,
  { line, intake }: { line: QuotingOf<K>; intake: IntakeIn<K> },
  { question, answer }: { question: Question<K>; answer: AnswersLater },
): Promise<void> => {
  const { carrier, item, request } = question
  const record = (inside: App) => noteAnswersLater(inside, intake, question, answer)
  if (carrier.kind !== 'desk' || answer.expected_by === undefined) return record(app)
  const { uid, revision } = intake
  const due_at = new Date(answer.expected_by)
  const task = {
    task_id: request.request_id,
    kind: 'quote',
    uid,
    revision,
    item,
    carrier_id: carrier.id,
    due_at,
  } as const
  await createTask(app, line.intakes, { task, record })
}

export const askerOf = <K extends QuotingKinds>(line: QuotingOf<K>) => {
  type Own = IntakeIn<K>

  /** Without names a carrier cannot order reports, so it gets no consent evidence. */
  const withEvidence = async (
    app: App,
    intake: Own,
    { carrier, request }: Question<K>,
  ): Promise<K['request']> => {
    if (!carrier.contract2?.identified) return request
    const { consentPurpose: purpose } = line
    return {
      ...request,
      ...(await consentEvidence(app, intake, { purpose, score: line.usesCredit(request) })),
    }
  }

  return async (app: App, intake: Own, question: Question<K>): Promise<void> => {
    const { carrier, request, item } = question
    const risk = { line: intake.line, carrier_id: carrier.id, ...line.placeOf(intake, item) }
    const stopped = await whyStopped(app, intake, risk)
    if (stopped !== null)
      return keepReplyTo(app, intake, question, {
        kind: 'decline',
        reason_code: BINDING_STOP,
        reason: stopped,
      })
    if (line.usesCredit(request))
      await useConsent(app, intake, { id: intake.revision, carrierId: carrier.id })
    const answer = await carrier.quote(await withEvidence(app, intake, question))
    await (isLater(answer)
      ? answersLater(app, { line, intake }, { question, answer })
      : keepReplyTo(app, intake, question, answer))
  }
}
