import { rankUmbrellaOffers } from '../../carriers/umbrella/rank.ts'
import { quotingOf } from '../../line/offers/quoting.ts'
import { umbrellaIntakes } from '../intake/writer.ts'
import { householdPlace, umbrellaCarriers } from './carriers.ts'
import { umbrellaQuestions } from './questions.ts'

export const { enqueue: enqueueUmbrellaQuoting, job: quoteUmbrella } = quotingOf({
  intakes: umbrellaIntakes,
  jobName: 'quote_umbrella',
  carriers: umbrellaCarriers,
  questions: umbrellaQuestions,
  placeOf: householdPlace,
  usesCredit: () => false,
  rank: rankUmbrellaOffers,
  event: offers => (offers.length > 0 ? 'offers_arrived' : 'nobody_offered'),
})
