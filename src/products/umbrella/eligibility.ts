import { stateName } from '../../platform/values/us-states.ts'
import { say } from '../line/fields/say.ts'
import type { UmbrellaAnswers } from './fields.ts'

type Rule = { applies(answers: UmbrellaAnswers): boolean; reason: string }

const MOST_VEHICLES = 10
const MOST_PROPERTIES = 10

// Only what no umbrella carrier we know of accepts. Carriers decide the rest themselves.
const RULES: readonly Rule[] = [
  {
    applies: ({ felony }) => felony === true,
    reason: 'Carriers do not offer umbrella policies to households with a felony conviction.',
  },
  {
    applies: ({ reckless_driving_conviction }) => reckless_driving_conviction === true,
    reason: 'Carriers do not offer umbrella policies to households with a reckless driving conviction.',
  },
  {
    applies: ({ professional_entertainer_or_public_figure }) =>
      professional_entertainer_or_public_figure === true,
    reason:
      'Public figures, such as athletes, entertainers and elected officials, need a specialist carrier. We do not work with one.',
  },
  {
    applies: ({ household_open_claim }) => household_open_claim === true,
    reason: 'The household has an open liability claim. Apply again once it is closed.',
  },
  {
    applies: ({ four_or_more_losses_over_25k }) => four_or_more_losses_over_25k === true,
    reason: 'Carriers do not accept households with four or more losses over $25,000.',
  },
  {
    applies: ({ liability_loss_over_50k }) => liability_loss_over_50k === true,
    reason:
      'Carriers do not accept a liability loss over $50,000 in the last five years. Apply again once it is five years old.',
  },
  {
    applies: ({ auto_has_insurance, vehicle_count }) => auto_has_insurance === false && vehicle_count !== 0,
    reason:
      'An umbrella policy requires liability insurance on every car. Insure each car with limits of 250/500/100 and apply again.',
  },
  {
    applies: ({ vehicle_count = 0, motorcycles = 0, antique_vehicles = 0 }) =>
      vehicle_count + motorcycles + antique_vehicles > MOST_VEHICLES,
    reason: 'Carriers accept at most 10 cars, motorcycles and antique vehicles in total.',
  },
  {
    applies: ({ property_count = 0, non_us_property_count = 0 }) =>
      property_count + non_us_property_count > MOST_PROPERTIES,
    reason: 'Carriers accept at most 10 homes and rentals.',
  },
]

export const ineligibleReasons = (answers: UmbrellaAnswers, statesServed: readonly string[]): string[] => [
  ...(answers.state !== undefined && !statesServed.includes(answers.state)
    ? [say('None of our carriers offers umbrella policies in {state}.', { state: stateName(answers.state) })]
    : []),
  ...RULES.filter(({ applies }) => applies(answers)).map(({ reason }) => reason),
]
