import { inLocale } from '../../../platform/language/language.ts'
import { speaker } from '../../../platform/language/say.ts'
import { usd } from '../../../platform/values/money.ts'
import spanish from './es.json' with { type: 'json' }

export const { say } = speaker(spanish)

const ADVANTAGES = {
  dwelling_coverage: '{more} more dwelling coverage',
  personal_property: '{more} more personal property coverage',
  loss_of_use: '{more} more for living expenses after a loss',
  personal_liability: '{more} more liability coverage',
  other_structures: '{more} more for garages and fences',
  medical_payments: "{more} more for guests' medical bills",
  deductible: 'a {less} lower deductible',
  wind_hail_deductible: 'a {less} lower storm deductible',
  policy_form: 'the {form} policy form instead of {other}',
  coverage_limit: '{more} more coverage',
  final_price: 'a final price',
  smaller_increase: 'a smaller possible price increase',
  auto_limits: 'lower required auto limits ({limits})',
  home_limit: 'a lower required home liability limit ({limit})',
} as const

/** Numbers are dollars. */
export type Advantage = {
  code: keyof typeof ADVANTAGES
  facts?: Readonly<Record<string, string | number>>
}

export type Recommendation =
  | { code: 'only_offer'; price: number }
  | { code: 'lowest_price'; price: number; count: number }
  | { code: 'among_lowest'; price: number; ties: number }
  | { code: 'worth_more'; more: number; isAdmitted: boolean; gained: Advantage[]; lost: Advantage[] }

const lists = inLocale(name => new Intl.ListFormat(name))

const advantageWords = (advantages: readonly Advantage[]): string =>
  lists().format(
    advantages.map(({ code, facts = {} }) =>
      say(
        ADVANTAGES[code],
        Object.fromEntries(
          Object.entries(facts).map(([name, value]) => [
            name,
            typeof value === 'number' ? usd(value) : value,
          ]),
        ),
      ),
    ),
  )

/** Offers stored before there were codes have a sentence, in English. */
export const recommendationWords = (because: Recommendation | string): string => {
  if (typeof because === 'string') return because
  if (because.code === 'worth_more') {
    const more = usd(because.more)
    const [gained, lost] = [advantageWords(because.gained), advantageWords(because.lost)]
    return [
      ...(because.isAdmitted
        ? [say('Admitted insurer; the cheapest offer is from a surplus lines insurer.')]
        : []),
      gained === ''
        ? say('Costs {more} a year more than the cheapest offer.', { more })
        : say('Costs {more} a year more than the cheapest offer, but has {gained}.', { more, gained }),
      ...(lost === '' ? [] : [say('The cheapest offer has {lost}.', { lost })]),
    ].join(' ')
  }
  const price = usd(because.price)
  if (because.code === 'only_offer') return say('The only offer, at {price} a year.', { price })
  return because.code === 'lowest_price'
    ? say('The lowest price of {count} offers, at {price} a year.', { count: because.count, price })
    : say('One of {ties} offers at the lowest price, {price} a year.', { ties: because.ties, price })
}
