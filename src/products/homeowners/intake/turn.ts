import type { App } from '../../../platform/app.ts'
import { boundTurn } from '../../line/aftersale/policy-turn.ts'
import { orderTurn } from '../../line/buying/order-turn.ts'
import { marketTurn, turnWithoutOffers } from '../../line/offers/market-turn.ts'
import { listOffers } from '../../line/offers/store.ts'
import { hasOpenFollowUp } from '../../line/record/note-store.ts'
import { HELD_PURCHASE } from '../../line/record/notes.ts'
import { taskTurn } from '../../line/tasks/turn.ts'
import { type Turn, turns } from '../../line/wire/waiting-on.ts'
import { isInsured } from '../application/application.ts'
import { homeownersTurn } from '../application/statuses.ts'
import { isBinding } from './editable.ts'
import { answersMissing, type HomeIntake } from './intake.ts'

const openItems = ({ application }: HomeIntake): string[] =>
  application.homes.flatMap(home => (isInsured(home) || !home.property_id ? [] : [home.property_id]))

const hasOffers = async (app: App, intake: HomeIntake): Promise<boolean> => {
  if (intake.status !== 'quoted') return false
  const open = openItems(intake)
  const offers = await listOffers(app.db, intake)
  return offers.some(
    ({ item, superseded_at, refused_at }) =>
      superseded_at === null && refused_at === null && open.includes(item),
  )
}

const marketOf = async (app: App, intake: HomeIntake, isOffered: boolean): Promise<Turn> => {
  const { uid, status } = intake
  const person = turns.homeowner
  if (status === 'pending_quotes')
    return taskTurn(app, uid, { person, market: marketTurn(app, intake), kind: 'quote' })
  if (status === 'quoted' && !isOffered) {
    const market = turnWithoutOffers(app, intake, openItems(intake))
    return taskTurn(app, uid, { person, market, kind: 'quote' })
  }
  return status === 'selected'
    ? taskTurn(app, uid, { person, market: orderTurn(app, uid), kind: 'bind' })
    : turns.carrier
}

const isHeldForStaff = async (app: App, { uid, status }: HomeIntake): Promise<boolean> =>
  status === 'selected' && (await hasOpenFollowUp(app.db, { uid, about: HELD_PURCHASE }))

export const turnOf = async (app: App, intake: HomeIntake, { needsProof = false } = {}): Promise<Turn> => {
  if (intake.status === 'bound') return boundTurn(app, intake.uid, turns.homeowner)
  const isOffered = await hasOffers(app, intake)
  return homeownersTurn(intake.status, {
    market: await marketOf(app, intake, isOffered),
    isShopper: intake.owner === null,
    needsProof,
    onlyConsentMissing: intake.consentId === null && answersMissing(intake).length === 0,
    hasOffers: isOffered,
    isBinding: await isBinding(app, intake),
    isAtDesk: await isHeldForStaff(app, intake),
  })
}
