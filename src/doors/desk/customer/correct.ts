import { createHash } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure, fail } from '../../../platform/errors.ts'
import { choice, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { lineOf } from '../../../platform/lines.ts'
import { problemWords } from '../../../platform/problem-catalog.ts'
import type { Correctable } from '../../../products/line/book.ts'
import { lockIntake } from '../../../products/line/record/intakes.ts'
import { writeNote } from '../../../products/line/record/notes.ts'
import { lines } from '../../../products/lines.ts'

export const seenOf = (places: readonly Correctable[]): string =>
  createHash('sha256')
    .update(canonicalJson(places.map(({ name, label, value }) => [name, label, value])))
    .digest('base64url')
    .slice(0, 22)

export const correctionForm = (places: readonly Correctable[]) =>
  form({
    what: choice(
      'What to correct',
      places
        .filter(({ name }) => name !== 'phone_number')
        .map(({ name, label, value }) => ({
          value: name,
          label: `${label} (now: ${value === '' ? 'missing' : value})`,
        })),
      { missing: 'Choose what to correct.' },
    ),
    value: line('Correct value', {
      hint: 'Dates as YYYY-MM-DD. Escrow as yes or no.',
      missing: 'Enter the correct value.',
    }),
    reason: line('Why', {
      hint: 'Only staff can read it, for example: The customer called.',
      missing: 'Enter why, for example: The customer called.',
    }),
  })

type Correcting = { uid: string; form: URLSearchParams; actor: string }

const before = ({ value, clears }: Correctable): string =>
  [
    value === '' ? 'It was missing.' : `It was “${value}”.`,
    ...(clears === undefined ? [] : [`Removed with it: ${clears}.`]),
  ].join(' ')

const MOVED =
  'Someone changed this customer’s answers after you opened the page. Check “What to correct”, then save again.'
const BOUND = 'The policy is bound. Ask the carrier for the change, and write a note here.'
const LOCKED =
  'The person confirmed this value, so only they can change it. Ask them to correct it when they sign in.'

const problemWith = (error: unknown, status: string): string => {
  if (!(error instanceof Failure) || error.status >= 500) throw error
  const [problem] = error.details.fields ?? []
  if (problem?.code === 'locked_by_person') return LOCKED
  if (error.code === 'conflict' && status === 'bound') return BOUND
  if (problem === undefined) return error.message
  const expected = problem.expected === undefined ? '' : ` It must be ${problem.expected}.`
  return `The value ${problemWords(problem)}.${expected}`
}

/** The value before and the reason stay with the customer as a sealed note. The audit chain names the field. */
export const correctAnswer = (app: App, { uid, form: sent, actor }: Correcting): Promise<boolean> => {
  const line = lineOf(uid) ?? fail('not_found')
  return transact(app, async inside => {
    const intake = await lockIntake<string, unknown>(inside, { uid, line })
    const places = intake?.erasedAt === null ? lines[line].book.correctable(intake) : []
    const asked = correctionForm(places)
    const { what: name, value: text, reason } = asked.take(sent)
    const place = places.find(one => one.name === name) ?? fail('not_found')
    const changed = await lines[line].book.correct(inside, { uid, name, text, actor }).catch(error => {
      throw asked.refusal({ value: problemWith(error, intake?.status ?? '') })
    })
    if (!changed) return false
    const seen = sent.get('seen')
    if (seen !== null && seen !== seenOf(places))
      throw asked.refusal({ what: MOVED }, { seen: seenOf(places) })
    const words = `Corrected: ${place.label}. ${before(place)} Reason: ${reason}`
    await writeNote(inside, { uid, words, by: actor })
    return true
  })
}
