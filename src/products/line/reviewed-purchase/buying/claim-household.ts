import type { App } from '../../../../platform/app.ts'
import { claimProperties, releaseProperties } from '../../buying/one-purchase-per-property.ts'
import { HELD_PURCHASE, hasOpenHold, notesOf, writeFollowUp } from '../../record/notes.ts'
import type { Actor, ReviewedIntake } from '../intake/intake.ts'
import { isAddressAllowed } from '../intake/one-purchase.ts'
import { HOUSEHOLD } from '../quoting/questions.ts'
import { lineOf } from '../reviewed-line.ts'

const wordsFor = (street = ''): string =>
  `The person bought, but another application has bought insurance for ${street}, or is buying it. The purchase waits: allow it, or end it. Don’t tell them about the other application.`

/** One live purchase per address. False: a stranger has it, and the purchase waits for staff without saying why. */
export const claimOrHold = async (
  app: App,
  { kind }: Pick<Actor, 'kind'>,
  intake: ReviewedIntake,
): Promise<boolean> => {
  if (!lineOf(intake).claimsAddress) return true
  const { uid, application } = intake
  const { household: address } = application
  const { effective_date: starts_on = '' } = address
  await releaseProperties(app, uid, [HOUSEHOLD])
  const held = await claimProperties(app, { ...intake, toOperator: kind === 'operator' }, [
    { item: HOUSEHOLD, path: 'intake.address', address, starts_on, isAllowed: isAddressAllowed(application) },
  ])
  if (held.length > 0 && !hasOpenHold(await notesOf(app, uid)))
    await writeFollowUp(app, { uid, words: wordsFor(address.street), about: HELD_PURCHASE })
  return held.length === 0
}
