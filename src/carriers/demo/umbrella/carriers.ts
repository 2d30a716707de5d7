import { takesDocuments } from '../../contract/documents.ts'
import type { UmbrellaCarrier } from '../../umbrella/carrier.ts'
import { referenceBind } from '../bind.ts'
import { quoteNumber } from '../quote-number.ts'
import { umbrellaDecline } from './appetite.ts'
import { umbrellaOffer } from './offer.ts'
import type { UmbrellaPlan } from './plan.ts'
import { umbrellaPlans } from './plans.ts'

const referenceUmbrellaCarrier = (plan: UmbrellaPlan): UmbrellaCarrier<'live'> => {
  const { id, name, states, workflow } = plan
  const offer = umbrellaOffer(plan)
  return {
    id,
    name,
    mode: 'live',
    states,
    workflow,
    quote: async request =>
      umbrellaDecline(plan, request) ?? {
        ...offer(request.risk),
        quote_number: quoteNumber(id, request.request_id),
      },
    takeDocument: takesDocuments,
    bind: referenceBind(plan),
  }
}

export const referenceUmbrellaCarriers: readonly UmbrellaCarrier<'live'>[] =
  umbrellaPlans.map(referenceUmbrellaCarrier)
