import { createHash } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure, fail } from '../../../platform/errors.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { problemWords } from '../../../platform/problem-catalog.ts'
import type { Correctable } from '../../../products/line/book.ts'
import { lockIntake } from '../../../products/line/record/intakes.ts'
import { writeNote } from '../../../products/line/record/notes.ts'
import { type LineName, lineOf, lines } from '../../../products/lines.ts'
import { requiredLine } from '../parts/one-line-field.ts'
import type { Customer } from './customer.ts'

/** Changes with each answer, because loans and homes are identified by their position. */
export const seenOf = (places: readonly Correctable[]): string =>
  createHash('sha256')
    .update(canonicalJson(places.map(({ name, label, value }) => [name, label, value])))
    .digest('base64url')
    .slice(0, 22)

const correctableIn = async (app: App, uid: string, line: LineName): Promise<Correctable[]> => {
  const intake = await lockIntake<string, unknown>(app, { uid, line })
  return intake?.erasedAt === null ? lines[line].book.correctable(intake) : []
}

type Correcting = { uid: string; form: URLSearchParams; actor: string }

const before = ({ value, clears }: Correctable): string =>
  [
    value === '' ? 'It was missing.' : `It was “${value}”.`,
    ...(clears === undefined ? [] : [`Removed with it: ${clears}.`]),
  ].join(' ')

/** The value before and the reason stay with the customer as a sealed note. The audit chain names the field. */
export const correctAnswer = (app: App, { uid, form, actor }: Correcting): Promise<boolean> => {
  const text = requiredLine(form, 'value', 'Enter the correct value.')
  const reason = requiredLine(form, 'reason', 'Enter why, for example: The customer called.')
  const line = lineOf(uid) ?? fail('not_found')
  return transact(app, async inside => {
    const name = form.get('what') ?? ''
    const places = await correctableIn(inside, uid, line)
    const place =
      places.find(one => one.name === name) ?? fail('invalid_request', { message: 'Choose what to correct.' })
    const changed = await lines[line].book.correct(inside, { uid, name, text, actor })
    if (!changed) return false
    const seen = form.get('seen')
    if (seen !== null && seen !== seenOf(places)) fail('invalid_request', { message: MOVED })
    const words = `Corrected: ${place.label}. ${before(place)} Reason: ${reason}`
    await writeNote(inside, { uid, words, by: actor })
    return true
  })
}

const MOVED =
  'Someone changed this customer’s answers after you opened the page. Check “What to correct”, then save again.'
const BOUND = 'The policy is bound. Ask the carrier for the change, and write a note here.'
const LOCKED =
  'The person confirmed this value, so only they can change it. Ask them to correct it when they sign in.'

export const correctionProblem = (error: unknown, { status }: Pick<Customer, 'status'>): string => {
  if (!(error instanceof Failure) || error.status >= 500) throw error
  const [problem] = error.details.fields ?? []
  if (problem?.code === 'locked_by_person') return LOCKED
  if (error.code === 'conflict' && status === 'bound') return BOUND
  if (problem === undefined) return error.message
  const expected = problem.expected === undefined ? '' : ` It must be ${problem.expected}.`
  return `The value ${problemWords(problem)}.${expected}`
}
