import type { App } from '../../../platform/app.ts'
import { type FieldProblem, fail, problemsOf } from '../../../platform/errors.ts'
import { agree } from '../../line/acts/agree.ts'
import type { Json } from '../../line/fields/merge.ts'
import { advance } from '../answering/advance.ts'
import { applyPatch } from '../answering/patch.ts'
import { revise } from '../answering/revise.ts'
import type { Applicant, Application, Home } from '../application/application.ts'
import { estimatesReview } from '../application/consent-words.ts'
import { coverageCodes } from '../application/coverage-fields.ts'
import { type HomeFieldName, homeFieldNames, homeFields } from '../application/fields.ts'
import { isChoosing } from '../application/statuses.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import { actorOf, type HomeownersIntakeRecord, lockOwnIntake, type PersonCaller } from '../intake/intake.ts'
import { homeOffers } from '../quoting/offers.ts'
import { itemsIn, type Review, reviewOf } from './review.ts'
import { homesIn, selectedOffers } from './signing.ts'

export type ConfirmInput = {
  review_token: string
  confirmed: readonly string[]
  corrected: Readonly<Record<string, unknown>>
}

const MOVED =
  'The answers have changed since this page was opened. Look at them again, then confirm or correct them.'

const NOT_QUOTED = 'There are no quotes to review answers for yet. Continue from the current status.'

const ALONE = { code: 'required' as const, expected: 'an answer of its own, in corrected' }

type Place = { index: number; field: HomeFieldName }

/** The email address is proven, so only the agency changes it. Lists have forms of their own. */
export const correctableOfPerson = [
  'full_name',
  'birthday',
  'phone_number',
  'marital_status',
  'mailing_address',
] as const satisfies readonly (keyof Applicant)[]

/** A person without a current policy has no expiration date. Every other answer is replaced, never removed. */
const CLEARABLE = 'policy_expire'

/** A choice of coverage that is taken back leaves the carrier's standard. */
const isClearable = (field: HomeFieldName | undefined): boolean =>
  field === CLEARABLE || coverageCodes.some(code => code === field)

const isOfPerson = (name: string): boolean => correctableOfPerson.some(one => one === name)

const placeOf = (name: string, homes: readonly Home[]): Place | null => {
  const [, at, named] = /^home\[(\d{1,2})\]\.(\w+)$/.exec(name) ?? []
  const index = Number(at)
  const field = homeFieldNames.find(one => one === named)
  return field !== undefined && homes[index] !== undefined ? { index, field } : null
}

const problemsIn = (
  homes: readonly Home[],
  { open, isPerson }: { open: readonly string[]; isPerson: boolean },
  { confirmed, corrected }: ConfirmInput,
): FieldProblem[] => [
  ...confirmed
    .filter(name => !open.includes(name))
    .map(name => ({ path: `confirmed.${name}`, code: 'not_unconfirmed' as const })),
  ...confirmed
    .filter(name => Object.hasOwn(corrected, name))
    .map(name => ({ path: `corrected.${name}`, code: 'confirmed_and_corrected' as const })),
  ...confirmed
    .filter(name => {
      const field = placeOf(name, homes)?.field
      return isPerson && field !== undefined && homeFields[field].material
    })
    .map(name => ({ path: `confirmed.${name}`, ...ALONE })),
  ...Object.entries(corrected)
    .filter(
      ([name, value]) =>
        (placeOf(name, homes) === null && !isOfPerson(name)) ||
        value === undefined ||
        (value === null && !isClearable(placeOf(name, homes)?.field)),
    )
    .map(([name]) => ({
      path: `corrected.${name}`,
      code: 'not_a_correction' as const,
    })),
]

const patchOf = (homes: readonly Home[], { confirmed, corrected }: ConfirmInput): Json => {
  const rows: Json[] = homes.map(() => ({}))
  const answers = [...confirmed.map(name => [name, undefined] as const), ...Object.entries(corrected)]
  for (const [name, value] of answers) {
    const place = placeOf(name, homes)
    const row = place && rows[place.index]
    if (place && row) row[place.field] = value === undefined ? homes[place.index]?.[place.field] : value
  }
  const person = Object.entries(corrected).filter(([name]) => isOfPerson(name))
  const isCleared = homes.length === 1 && corrected[`home[0].${CLEARABLE}`] === null
  return { ...Object.fromEntries(person), ...(isCleared && { [CLEARABLE]: null }), home: rows }
}

export const correctionProblems = (
  app: App,
  application: Application,
  corrected: ConfirmInput['corrected'],
): FieldProblem[] =>
  problemsOf(() =>
    applyPatch(application, patchOf(application.homes, { review_token: '', confirmed: [], corrected }), {
      now: app.clock.now(),
      submitted: true,
      by: 'person',
    }),
  )

export const openReview = async (app: App, intake: HomeownersIntakeRecord): Promise<Review> => {
  const { application, status } = intake
  if (status !== 'selected') return reviewOf(application)
  return reviewOf(
    application,
    homesIn(application, selectedOffers(application, await homeOffers.list(app.db, intake))),
  )
}

export const confirmEstimates = async (
  app: App,
  caller: PersonCaller,
  input: ConfirmInput,
): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  await refuseUnlessOpen(app, intake, caller.kind)
  const { status: current_status, application } = intake
  if (!isChoosing(current_status)) fail('conflict', { message: NOT_QUOTED, current_status })
  const review = await openReview(app, intake)
  if (review.token !== input.review_token) fail('stale_token', { message: MOVED, current_status })
  const fields = problemsIn(
    application.homes,
    { open: itemsIn(review).map(({ name }) => name), isPerson: caller.kind === 'homeowner' },
    input,
  )
  if (fields.length > 0) fail('invalid_request', { fields })
  const { confirmed } = input
  if (confirmed.length > 0)
    await agree(app, actorOf(caller), intake, { to: estimatesReview, about: { application, confirmed } })
  const revised = await revise(app, caller, {
    intake,
    patch: patchOf(application.homes, input),
    by: 'person',
  })
  return (await advance(app, caller, { ...revised, authorized: undefined })).intake
}
