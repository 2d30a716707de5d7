import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { agree, evidenceFacts } from '../../line/acts/agree.ts'
import { markSelected } from '../../line/offers/store.ts'
import { offerChoice } from '../application/consent-words.ts'
import { homeownersLifecycle } from '../application/lifecycle.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import { actorOf, type HomeownersIntakeRecord, lockOwnIntake, type PersonCaller } from '../intake/intake.ts'
import { moveHomeowners } from '../intake/writer.ts'
import { type HomeOfferRow, homeOffers } from '../quoting/offers.ts'
import { choiceProblems, hasHomesToInsure, refuseEnded, refuseUnsold } from './selection-rules.ts'

const NO_OFFERS = 'There are no offers to choose from right now. Continue from the current status.'

const NOTHING_CHOSEN = {
  path: 'offer_ids',
  code: 'required' as const,
  expected: 'an offer for at least one home',
}

type Choice = { offer_ids: readonly string[]; sentAs?: 'offer_id' | 'offer_ids' }

const foundOf = async (
  app: App,
  uid: string,
  { offer_ids: offerIds, sentAs = 'offer_ids' }: Choice,
): Promise<HomeOfferRow[]> => {
  const found = await homeOffers.find(app.db, uid, offerIds)
  const unknown = offerIds.filter(id => !found.some(({ offer_id }) => offer_id === id))
  if (unknown.length > 0)
    fail('invalid_request', {
      fields: unknown.map(id => ({
        path: sentAs,
        code: 'unknown_offer',
        facts: { offer: id.slice(0, 40) },
        expected: 'an open offer of this application',
      })),
    })
  return found
}

const isSelected = (current: readonly HomeOfferRow[], offerIds: readonly string[]): boolean => {
  const selected = current.flatMap(({ offer_id, selected_at }) => (selected_at === null ? [] : [offer_id]))
  return selected.length === offerIds.length && offerIds.every(id => selected.includes(id))
}

const chosenOffers = async (
  app: App,
  intake: HomeownersIntakeRecord,
  choice: Choice,
): Promise<HomeOfferRow[]> => {
  const { status: current_status } = intake
  const now = app.clock.now()
  const chosen = await foundOf(app, intake.uid, choice)
  refuseEnded(chosen, { now, current_status })
  await refuseUnsold(app, intake, chosen)
  const { homes } = intake.application
  const fields = choiceProblems({ homes, chosen })
  if (fields.length > 0) fail('invalid_request', { fields })
  if (chosen.length === 0) {
    const current = await homeOffers.list(app.db, intake)
    if (!hasHomesToInsure({ homes, current, now })) fail('conflict', { message: NO_OFFERS, current_status })
    fail('invalid_request', { fields: [NOTHING_CHOSEN] })
  }
  return chosen
}

export const selectOffers = async (
  app: App,
  caller: PersonCaller,
  choice: Choice,
): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  await refuseUnlessOpen(app, intake, caller.kind)
  const { status: current_status } = intake
  if (!homeownersLifecycle.allows(current_status, 'select'))
    fail('conflict', { message: NO_OFFERS, current_status })
  const chosen = await chosenOffers(app, intake, choice)
  const offerIds = chosen.map(({ offer_id }) => offer_id)
  if (current_status === 'selected' && isSelected(await homeOffers.list(app.db, intake), offerIds))
    return intake
  const actor = actorOf(caller)
  const about = { application: intake.application, offer_ids: offerIds.toSorted() }
  await agree(app, actor, intake, { to: offerChoice, about })
  await markSelected(app.db, intake, { offerIds, now: app.clock.now() })
  return moveHomeowners(
    app,
    intake,
    {},
    {
      actor: actor.name,
      event: 'select',
      facts: { offers: about.offer_ids, ...evidenceFacts(actor, offerChoice) },
    },
  )
}
