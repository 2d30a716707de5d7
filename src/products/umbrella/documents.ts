import type { UmbrellaOffer } from '../../agency/carriers/umbrella/carrier.ts'
import type { Expectations } from '../../agency/documents/judge.ts'
import type { Stored } from '../line/offers/stored-offer.ts'
import type { UmbrellaAnswers } from './fields.ts'

const expectationsOf = (
  type: string,
  { full_name, spouse_full_name, effective_date = '' }: UmbrellaAnswers,
  { minimum_auto_limits, minimum_home_liability_limit }: Stored<UmbrellaOffer>,
): Expectations => {
  const insured = [full_name, spouse_full_name].filter(name => name !== undefined)
  return type === 'auto_declarations'
    ? { covers: 'auto', insured, startDate: effective_date, minimumAuto: minimum_auto_limits }
    : {
        covers: 'home',
        insured,
        startDate: effective_date,
        minimumPersonalLiability: minimum_home_liability_limit,
      }
}

export const documents = {
  types: {
    declarations: {
      label: 'Declarations of the home policy',
      meaning: 'the declarations page of the home policy',
      from: 'from the home policy',
      filename: 'home.pdf',
    },
    auto_declarations: {
      label: 'Declarations of the car policy',
      meaning: 'the declarations page of the auto policy',
      from: 'from the auto policy',
      filename: 'auto-declarations.pdf',
    },
  },
  pages: 'declarations pages',
  required: 'Documents of the underlying policies are required.',
  needed: ({ vehicle_count = 0 }: UmbrellaAnswers) =>
    vehicle_count > 0 ? ['declarations', 'auto_declarations'] : ['declarations'],
  expectationsOf,
}
