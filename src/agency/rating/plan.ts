export type Facts = Readonly<Record<string, number | string | readonly string[]>>

type Named<F, Value> = { [K in keyof F]: F[K] extends Value ? K : never }[keyof F] & string

export type Points = readonly (readonly [at: number, effect: number])[]

type Rule<F> =
  | { kind: 'curve'; by: Named<F, number>; points: Points }
  | { kind: 'curves'; by: Named<F, number>; per: Named<F, string>; curves: Readonly<Record<string, Points>> }
  | { kind: 'choice'; by: Named<F, string>; effects: Readonly<Record<string, number>> }
  | { kind: 'each'; by: Named<F, readonly string[]>; effects: Readonly<Record<string, Choice>> }
  | { kind: 'power'; by: Named<F, number>; reference: number; below: number; above: number }
  | { kind: 'given'; by: Named<F, number> }

export type Choice = { label: string; effect: number }
export type Factor<F> = { id: string; label: string } & Rule<F>
type Cap = { id: string; label: string; over: readonly string[]; maximum: number }

export type Plan<F extends Facts> = {
  base: number
  factors: readonly Factor<F>[]
  caps?: readonly Cap[]
  minimum?: number
}

export type RatingLine = { id: string; label: string; effect: number }

/** `base` times every effect, in order, is `price` to the last bit. */
export type RatedPrice = { base: number; price: number; ledger: readonly RatingLine[] }

export const curve = (effects: Readonly<Record<number, number>>): Points =>
  Object.entries(effects).map(([at, effect]) => [Number(at), effect])

export const along = (points: Points, x: number): number => {
  let from = points[0] ?? [0, 1]
  for (let i = 0; i < points.length; i++) {
    const to = points[i] ?? from
    if (x <= to[0]) return i === 0 ? to[1] : from[1] + ((x - from[0]) / (to[0] - from[0])) * (to[1] - from[1])
    from = to
  }
  return from[1]
}

const effectOf = <F extends Facts>(factor: Factor<F>, facts: F): number => {
  const fact = facts[factor.by]
  switch (factor.kind) {
    case 'curve':
      return along(factor.points, fact as number)
    case 'curves': {
      const points = factor.curves[facts[factor.per] as string]
      return points ? along(points, fact as number) : 1
    }
    case 'choice':
      return factor.effects[fact as string] ?? 1
    case 'each':
      return 1
    case 'power': {
      const ratio = (fact as number) / factor.reference
      return ratio ** (ratio < 1 ? factor.below : factor.above)
    }
    case 'given':
      return fact as number
  }
}

const addEach = (ledger: RatingLine[], ids: readonly string[], effects: Readonly<Record<string, Choice>>) => {
  for (const id of ids) {
    const choice = effects[id]
    if (choice) ledger.push({ id, label: choice.label, effect: choice.effect })
  }
}

const addCap = (ledger: RatingLine[], { id, label, over, maximum }: Cap) => {
  let together = 1
  for (const line of ledger) if (over.includes(line.id)) together *= line.effect
  if (together > maximum) ledger.push({ id, label, effect: maximum / together })
}

const total = (base: number, ledger: readonly RatingLine[]): number => {
  let price = base
  for (const line of ledger) price *= line.effect
  return price
}

export const price = <F extends Facts>(
  { base, factors, caps = [], minimum = 0 }: Plan<F>,
  facts: F,
): RatedPrice => {
  const ledger: RatingLine[] = []
  for (const factor of factors) {
    if (factor.kind === 'each') {
      addEach(ledger, facts[factor.by] as readonly string[], factor.effects)
      continue
    }
    const effect = effectOf(factor, facts)
    if (effect !== 1) ledger.push({ id: factor.id, label: factor.label, effect })
  }
  for (const cap of caps) addCap(ledger, cap)
  const rated = total(base, ledger)
  if (!(rated < minimum)) return { base, price: rated, ledger }
  ledger.push({ id: 'minimum_premium', label: 'Minimum premium', effect: minimum / rated })
  return { base, price: total(base, ledger), ledger }
}

export const effectIn = ({ ledger }: RatedPrice, id: string): number =>
  ledger.find(line => line.id === id)?.effect ?? 1

export const states: readonly string[] =
  'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'.split(
    ' ',
  )

const NO_GENDER = ['CA', 'HI', 'MA', 'MI', 'NC', 'PA']
const NO_CREDIT = ['CA', 'HI', 'MA']
const NO_AGE = ['HI']

export const mayRateByGender = (state: string): boolean => !NO_GENDER.includes(state)
export const mayRateByCredit = (state: string): boolean => !NO_CREDIT.includes(state)
export const mayRateByAge = (state: string): boolean => !NO_AGE.includes(state)
