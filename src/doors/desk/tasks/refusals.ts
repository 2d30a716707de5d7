import type { FieldError } from '../../../platform/pages/fields.ts'
import type { LateRefusal, Taking } from '../../../products/line/offers/late-answer.ts'
import type { TaskMessage } from './task-words.ts'

const MESSAGES: Readonly<Record<Exclude<LateRefusal, 'invalid_answer'>, TaskMessage>> = {
  unknown_question: 'closed',
  requoted: 'gone',
  application_closed: 'gone',
  already_bought: 'gone',
  already_answered: 'done',
  too_late: 'too_late',
  too_early: 'closed',
}

const INVALID: Readonly<Record<string, string>> = {
  limit_too_low:
    'The umbrella limit is lower than the buyer asked for. Ask the carrier for the limit in the application, or enter a decline.',
  score_not_allowed:
    'The applicant did not authorize a credit check, or the state forbids one. Ask the carrier for a quote without a credit report.',
  same_quote_number: 'Each offer needs its own quote number.',
  other_terms:
    'The policy differs from what the buyer signed. Ask the carrier to correct it, or choose “The carrier won’t issue it”.',
}

const UNCLEAR = 'The answer does not fit the application. Check every field.'

export const refusalOf = (
  taking: Exclude<Taking, { taken: true }>,
): { done: TaskMessage } | { errors: FieldError[] } =>
  taking.because === 'invalid_answer'
    ? { errors: [{ name: null, message: INVALID[taking.outcome ?? ''] ?? UNCLEAR }] }
    : { done: MESSAGES[taking.because] }
