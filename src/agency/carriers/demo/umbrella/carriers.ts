import { usd } from '../../../../platform/values/money.ts'
import { stateName } from '../../../../platform/values/us-states.ts'
import type { Decline } from '../../contract/answers.ts'
import { acceptDocument } from '../../contract/documents.ts'
import type { InventedUmbrellaCarrier, UmbrellaQuoteRequest } from '../../umbrella/carrier.ts'
import {
  type ClassCount,
  countInWords,
  countsIn,
  everyCount,
  maximumOf,
} from '../../umbrella/household-class.ts'
import { demoBind, quoteNumber } from '../bind.ts'
import { type DeclineRule, declineBy } from '../decline-rules.ts'
import { type DemoUmbrellaPlan, incidentsOf, soldLimit } from './household-facts.ts'
import { umbrellaOffer } from './offer.ts'
import { demoUmbrellaPlans } from './plans.ts'

type Writer = Pick<DemoUmbrellaPlan, 'states' | 'tiers' | 'appetite'>
type Rule = DeclineRule<Writer, UmbrellaQuoteRequest>

const limitTo = ({ appetite }: Writer, { risk }: UmbrellaQuoteRequest): number =>
  appetite.limitToIn?.[risk.state] ?? appetite.limitTo ?? Infinity

const tooMany = (counted: ClassCount): Rule => ({
  reason_code: `too_many_${counted}`,
  refuses: ({ tiers }, { risk }) => countsIn(risk)[counted] > maximumOf(tiers, counted),
  reason: ({ tiers }, { risk }) =>
    `insures households with at most ${countInWords(counted, maximumOf(tiers, counted))}. This household has ${countsIn(risk)[counted]}.`,
})

export const umbrellaAppetiteRules: readonly Rule[] = [
  {
    reason_code: 'state_not_served',
    refuses: ({ states }, { risk }) => !states.includes(risk.state),
    reason: (_, { risk }) => `does not write umbrella policies in ${stateName(risk.state)}.`,
  },
  {
    reason_code: 'limit_too_high',
    refuses: (writer, request) => soldLimit(request.risk.coverage_limit) > limitTo(writer, request),
    reason: (writer, request) =>
      `offers up to ${usd(limitTo(writer, request))} of coverage in ${stateName(request.risk.state)}.`,
  },
  ...everyCount.map(tooMany),
  {
    reason_code: 'too_many_incidents',
    refuses: ({ appetite }, { risk }) => incidentsOf(risk) > (appetite.incidents ?? Infinity),
    reason: ({ appetite }, { risk }) =>
      `accepts at most ${appetite.incidents} at-fault accidents and moving violations in total. This household has ${incidentsOf(risk)}.`,
  },
  {
    reason_code: 'liability_loss',
    refuses: ({ appetite }, { risk }) =>
      appetite.liabilityLoss === false && risk.liability_loss_in_last_5_years,
    reason: () => 'does not insure households with a liability loss in the last five years.',
  },
  {
    reason_code: 'property_abroad',
    refuses: ({ appetite }, { risk }) => appetite.abroad === false && risk.non_us_property_count > 0,
    reason: () => 'does not insure households with a property outside the United States.',
  },
]

const umbrellaDecline = (plan: DemoUmbrellaPlan, request: UmbrellaQuoteRequest): Decline | undefined =>
  declineBy(umbrellaAppetiteRules, { name: plan.name, appetite: plan }, request)

const demoUmbrellaCarrier = (plan: DemoUmbrellaPlan): InventedUmbrellaCarrier<'live'> => {
  const { id, name, states, workflow } = plan
  const offer = umbrellaOffer(plan)
  return {
    id,
    name,
    mode: 'live',
    kind: 'demo',
    states,
    workflow,
    requiresSignature: false,
    quote: async request =>
      umbrellaDecline(plan, request) ?? {
        ...offer(request.risk),
        quote_number: quoteNumber(id, request.request_id),
      },
    takeDocument: acceptDocument,
    bind: demoBind(plan),
  }
}

export const demoUmbrellaCarriers: readonly InventedUmbrellaCarrier<'live'>[] =
  demoUmbrellaPlans.map(demoUmbrellaCarrier)
