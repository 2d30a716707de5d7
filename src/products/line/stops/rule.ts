import { momentIn } from '../../../agency/policies/coverage-start.ts'
import { say } from '../fields/say.ts'

export type BindingStop = {
  stop_id: string
  carrier_id: string | null
  line: string | null
  state: string | null
  zips: readonly string[] | null
  reason: string
  starts_at: Date
  ends_at: Date | null
}

export type Risk = { line: string; state: string; zip: string | undefined; carrier_id: string }

export const isActive = (
  { starts_at, ends_at }: Pick<BindingStop, 'starts_at' | 'ends_at'>,
  now: Date,
): boolean => now >= starts_at && (ends_at === null || now < ends_at)

const isIn = (zips: readonly string[], zip: string | undefined): boolean =>
  zip !== undefined && zips.includes(zip.slice(0, 5))

const covers = ({ carrier_id, line, state, zips }: BindingStop, risk: Risk): boolean =>
  (carrier_id === null || carrier_id === risk.carrier_id) &&
  (line === null || line === risk.line) &&
  (state === null || state === risk.state) &&
  (zips === null || isIn(zips, risk.zip))

const lastsLonger = (a: BindingStop, b: BindingStop): boolean =>
  b.ends_at !== null && (a.ends_at === null || a.ends_at > b.ends_at)

export const stopOn = (stops: readonly BindingStop[], risk: Risk, now: Date): BindingStop | null =>
  stops
    .filter(stop => isActive(stop, now) && covers(stop, risk))
    .reduce<BindingStop | null>(
      (longest, stop) => (longest && !lastsLonger(stop, longest) ? longest : stop),
      null,
    )

/** Our own stop, so never what a company told us. */
export const stopWords = (
  { carrier_id, ends_at, reason }: BindingStop,
  { state, carrier }: Pick<Risk, 'state'> & { carrier: string },
): string => {
  const until = ends_at && say('until {moment}', { moment: momentIn(state, ends_at) })
  if (carrier_id === null)
    return say('We aren’t placing new policies here {until}. Reason: {reason}', {
      until: until ?? say('until further notice'),
      reason,
    })
  return say('We aren’t placing with {carrier} {until}. Reason: {reason}', {
    carrier,
    until: until ?? say('today'),
    reason,
  })
}
