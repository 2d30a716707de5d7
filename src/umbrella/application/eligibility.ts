import { stateName } from '../../line/fields/us-states.ts'
import type { Answers } from './application.ts'

type Rule = { applies(answers: Answers): boolean; reason: string }

const MOST_VEHICLES = 10
const MOST_PROPERTIES = 10

// What no umbrella carrier that we know of takes on. What some do is left to each of them to decline:
// young drivers, boats, accidents and violations, homes abroad, a small loss.
const RULES: readonly Rule[] = [
  {
    applies: ({ felony }) => felony === true,
    reason: 'Somebody in the household was convicted of a felony; carriers do not write an umbrella then.',
  },
  {
    applies: ({ reckless_driving_conviction }) => reckless_driving_conviction === true,
    reason:
      'Somebody in the household was convicted of reckless driving; carriers do not write an umbrella then.',
  },
  {
    applies: ({ professional_entertainer_or_public_figure }) =>
      professional_entertainer_or_public_figure === true,
    reason:
      'Athletes, entertainers, elected officials and other public figures need a specialist carrier, which this service does not have.',
  },
  {
    applies: ({ household_open_claim }) => household_open_claim === true,
    reason: 'A liability claim against the household is open. Apply again once it is closed.',
  },
  {
    applies: ({ four_or_more_losses_over_25k }) => four_or_more_losses_over_25k === true,
    reason: 'Four or more losses over $25,000 are more than carriers take on.',
  },
  {
    applies: ({ liability_loss_over_50k }) => liability_loss_over_50k === true,
    reason:
      'A liability loss over $50,000 in the last five years is more than carriers take on. Apply again once it is five years old.',
  },
  {
    applies: ({ auto_has_insurance, vehicle_count }) => auto_has_insurance === false && vehicle_count !== 0,
    reason:
      'An umbrella pays above car insurance, and not every car has it. Insure each car, with limits of 250/500/100, and apply again.',
  },
  {
    applies: ({ vehicle_count = 0, motorcycles = 0, antique_vehicles = 0 }) =>
      vehicle_count + motorcycles + antique_vehicles > MOST_VEHICLES,
    reason: `More than ${MOST_VEHICLES} vehicles (cars, motorcycles and antiques) are more than carriers take on.`,
  },
  {
    applies: ({ property_count = 0, non_us_property_count = 0 }) =>
      property_count + non_us_property_count > MOST_PROPERTIES,
    reason: `More than ${MOST_PROPERTIES} homes and rentals are more than carriers take on.`,
  },
]

/** Why no carrier can be asked, in words for the buyer; none when some can. */
export const ineligibleReasons = (answers: Answers, statesServed: readonly string[]): string[] => [
  ...(answers.state !== undefined && !statesServed.includes(answers.state)
    ? [`No carrier of this service writes umbrella policies in ${stateName(answers.state)}.`]
    : []),
  ...RULES.filter(({ applies }) => applies(answers)).map(({ reason }) => reason),
]
