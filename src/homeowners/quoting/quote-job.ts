import type { App } from '../../app.ts'
import type { HomeAnswer } from '../../carriers/homeowners/carrier.ts'
import { readHomeAnswer } from '../../carriers/homeowners/parse-answer.ts'
import { rankHomeOffers } from '../../carriers/homeowners/rank.ts'
import { quotingOf } from '../../line/offers/quoting.ts'
import type { Publication } from '../../line/offers/quoting-line.ts'
import { offersBefore } from '../../line/offers/store.ts'
import { isInsured } from '../application/application.ts'
import { isBinding } from '../intake/editable.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { homeCarriers } from './carriers.ts'
import { creditNoticesOf } from './credit-notices.ts'
import { tellOffersReady, tellOfReports } from './notify.ts'
import { homeQuestions } from './questions.ts'

const onPublished = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { offers, replies, isFirst }: Publication<HomeAnswer>,
) => {
  const isNew = isFirst && (await offersBefore(app.db, intake)).length === 0
  if (offers.length > 0 && isNew) await tellOffersReady(app, intake)
  const nameOf = homeCarriers.names(app, intake)
  const said = replies.map(({ carrier_id, reply }) => ({ carrier: nameOf(carrier_id), reply }))
  await tellOfReports(app, intake, creditNoticesOf(said))
}

const isBought = async (app: App, intake: HomeownersIntakeRecord, item: string): Promise<boolean> => {
  const home = intake.application.homes.find(({ property_id }) => property_id === item)
  return intake.status === 'bound' || (home && isInsured(home)) || isBinding(app, intake)
}

export const {
  enqueue: enqueueHomeQuoting,
  job: quoteHomeowners,
  takeLateAnswer: takeLateHomeAnswer,
} = quotingOf({
  intakes: homeownersIntakes,
  jobName: 'quote_homeowners',
  carriers: homeCarriers,
  questions: homeQuestions,
  usesCredit: ({ risk }) => risk.insurance_score_allowed,
  read: readHomeAnswer,
  rank: rankHomeOffers,
  event: () => 'offers_arrived',
  lateEvent: 'late_answer',
  isBought,
  onPublished,
})
