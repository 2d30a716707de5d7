// The zone where most of a state's people live. Some states have a second zone that differs by an hour.
const ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
}

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

const EASTERN = clockOf('America/New_York')
const CLOCKS = new Map(
  Object.entries(ZONES).flatMap(([zone, states]) => {
    const clock = clockOf(zone)
    return states.split(' ').map(state => [state, clock] as const)
  }),
)

export const dayIn = (state: string, moment: Date): string => {
  const parts = (CLOCKS.get(state) ?? EASTERN).formatToParts(moment)
  const part = (type: string): string => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
