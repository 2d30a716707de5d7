import { isIllustrativeCarrier, isSurplusIn } from '../../agency/carriers/contract/carrier.ts'
import { states } from '../../agency/rating/plan.ts'
import { gapsIn, type RuleKind } from '../../agency/rules/rulebook.ts'
import type { App } from '../../platform/app.ts'
import { licenseAt, surplusBrokerWords } from '../../platform/config/agency.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import { type LineName, lineNames } from '../../platform/lines.ts'
import { type BindingStop, stopOn } from '../../products/line/stops/rule.ts'
import { lines } from '../../products/lines.ts'
import { tableLines } from './table.ts'

const LIVE = { sandbox: false }

type Place = { line: LineName; state: string }

type Row = { line: LineName; license: string; markets: string; sale: string; open: boolean }

const licenseWords = ({ config, clock }: App, line: LineName, state: string): string => {
  if (config.licenses === null) return 'no file'
  const valid = licenseAt(config.licenses, { line, state }, clock.now())
  if (valid) return `${valid.number} to ${valid.expires}`
  return config.licenses.some(one => one.state === state && one.lines.includes(line)) ? 'expired' : 'none'
}

const saleWords = (
  selling: readonly Parameters<typeof isIllustrativeCarrier>[0][],
  stopped: readonly string[],
): string => {
  if (selling.length === 0) return 'no: binding stop'
  const words = selling.every(isIllustrativeCarrier) ? 'demonstration only' : 'yes'
  return stopped.length === 0 ? words : `${words}, except ${stopped.join(', ')} (binding stop)`
}

const rowOf = (app: App, stops: readonly BindingStop[], { line, state }: Place): Row => {
  const license = licenseWords(app, line, state)
  const markets = lines[line].carriers.byMode(app).live.filter(carrier => carrier.states.includes(state))
  const appointed = lines[line].carriers.inState(app, LIVE, state)
  const missing = [
    ...(license === 'none' || license === 'expired' ? ['no valid license'] : []),
    ...(markets.length === 0 ? ['no market'] : []),
    ...(markets.length > 0 && license.includes(' to ') && appointed.length === 0 ? ['no appointment'] : []),
  ]
  const isStopped = ({ id }: { id: string }): boolean =>
    stopOn(stops, { line, state, zip: undefined, carrier_id: id }, app.clock.now()) !== null
  const selling = appointed.filter(carrier => !isStopped(carrier))
  const stopped = appointed.filter(isStopped).map(({ id }) => id)
  return {
    line,
    license,
    markets: markets.map(({ id, kind }) => (kind === 'api' ? id : `${id} (${kind})`)).join(', ') || 'none',
    sale: appointed.length === 0 ? `no: ${missing.join(', ')}` : saleWords(selling, stopped),
    open: selling.some(carrier => !isIllustrativeCarrier(carrier)),
  }
}

const STATES_SHOWN = 8

const statesWords = (codes: readonly string[]): string =>
  codes.length > STATES_SHOWN ? `${codes.length} states` : codes.join(' ')

const HEAD = ['line', 'states', 'license', 'markets', 'live sale']

export const salesTable = (
  app: App,
  stops: readonly BindingStop[] = [],
): { lines: string[]; open: boolean } => {
  const groups = new Map<string, { row: Row; codes: string[] }>()
  for (const line of lineNames)
    for (const state of states) {
      const row = rowOf(app, stops, { line, state })
      const key = JSON.stringify(row)
      const group = groups.get(key) ?? { row, codes: [] }
      group.codes.push(state)
      groups.set(key, group)
    }
  const rows = [...groups.values()].map(({ row, codes }) => [
    row.line,
    statesWords(codes),
    row.license,
    row.markets,
    row.sale,
  ])
  return { lines: tableLines([HEAD, ...rows]), open: [...groups.values()].some(({ row }) => row.open) }
}

const WITHOUT: Partial<Record<RuleKind, string>> = {
  fraud_warning: 'people read a general text there',
  surplus_lines_notice: 'people read a general text there',
  surplus_lines_search: 'staff record the search before each order there',
  surplus_lines_disclosure: 'staff upload the state’s form before each order there',
}

const SHOWN = keysOf(WITHOUT)

const soldFor = (app: App, line: LineName) =>
  states.map(state => ({
    state,
    real: lines[line].carriers.inState(app, LIVE, state).filter(carrier => !isIllustrativeCarrier(carrier)),
  }))

export const surplusWithoutBroker = (app: App): string[] => {
  const codes = lineNames
    .flatMap(line => lines[line].carriers.byMode(app).live)
    .flatMap(carrier => carrier.states.filter(state => isSurplusIn(carrier, state)))
    .filter(state => surplusBrokerWords(app.config, state, app.clock.now()) === null)
  return codes.length === 0
    ? []
    : [
        `LICENSES_FILE has no valid surplus_lines for ${[...new Set(codes)].join(', ')}: surplus lines carriers are not asked there.`,
      ]
}

export const textsWithoutSource = (app: App): string[] =>
  lineNames.flatMap(line => {
    const sold = soldFor(app, line).map(({ state, real }) => ({
      state,
      real,
      gaps: gapsIn([state], [line]).map(({ kind }) => kind),
    }))
    return SHOWN.flatMap(kind => {
      const codes = sold.flatMap(({ state, real, gaps }) => {
        const read = kind === 'fraud_warning' ? real : real.filter(carrier => isSurplusIn(carrier, state))
        return gaps.includes(kind) && read.length > 0 ? [state] : []
      })
      return codes.length === 0
        ? []
        : [`${kind} for ${line} has no source in ${codes.join(', ')}: ${WITHOUT[kind]}.`]
    })
  })
