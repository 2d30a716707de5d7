import { isSurplusIn } from '../../../agency/carriers/contract/carrier.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import { type RulePlace, rulesFor, type StateRule } from '../../../agency/rules/rulebook.ts'
import type { App } from '../../../platform/app.ts'
import { surplusBrokerWords } from '../../../platform/config/agency.ts'
import { declinesAbout, NO_RESPONSE } from '../offers/replies.ts'
import { BINDING_STOP } from '../stops/stops.ts'
import { findFilingRow } from './surplus-store.ts'

/** What must be on record before a surplus lines policy is ordered. A rule is null where we have no source. */
export type SurplusDuty = {
  state: string
  search: StateRule | null
  form: StateRule | null
  broker: string | null
  declined: string[]
  needsSearch: boolean
  needsForm: boolean
}

const OURS: readonly string[] = [NO_RESPONSE.reason_code, BINDING_STOP]

const admittedDeclines = async (app: App, { uid, item }: Order, state: string): Promise<string[]> => {
  const { carriers, deskCarriers } = app.config
  const admitted = new Map(
    [...carriers, ...deskCarriers].flatMap(({ id, name, facts }) =>
      isSurplusIn(facts, state) ? [] : [[id, name] as const],
    ),
  )
  const said = (await declinesAbout(app, uid)).flatMap(({ item: about, carrier_id, reply }) => {
    const name = admitted.get(carrier_id)
    return name === undefined || about !== item || OURS.includes(reply.reason_code)
      ? []
      : [[carrier_id, `${name}: ${reply.reason}`] as const]
  })
  return [...new Map(said).values()]
}

/** `value` of the rule is the number of declinations that count as a search. Zero: the state asks for none. */
const needsSearch = (rule: StateRule | null, declined: readonly string[]): boolean =>
  typeof rule?.value !== 'number' || declined.length < rule.value

const surplusDuty = async (app: App, line: string, order: Order): Promise<SurplusDuty | null> => {
  const { terms } = order
  if (terms.illustrative || terms.surplus_lines === undefined) return null
  const place: RulePlace = { state: stateOf(terms), line }
  const search = rulesFor(place, 'surplus_lines_search')[0] ?? null
  const form = rulesFor(place, 'surplus_lines_disclosure')[0] ?? null
  const declined = await admittedDeclines(app, order, place.state)
  const duty = {
    state: place.state,
    search,
    form,
    broker: surplusBrokerWords(app.config, place.state, app.clock.now()),
    declined,
    needsSearch: needsSearch(search, declined),
    needsForm: form?.value !== 'not_required',
  }
  return duty.needsSearch || duty.needsForm ? duty : null
}

export const openDuty = async (app: App, line: string, order: Order): Promise<SurplusDuty | null> => {
  if (order.sent_at !== null) return null
  const duty = await surplusDuty(app, line, order)
  return duty && !(await findFilingRow(app.db, order.order_id)) ? duty : null
}
