import { takesDocuments } from './documents.ts'
import type { LiveUmbrellaCarrier } from './mode.ts'
import { quoteNumber } from './quote-number.ts'
import { referenceBind } from './reference-bind.ts'
import { umbrellaDecline } from './umbrella-appetite.ts'
import { umbrellaOffer } from './umbrella-offer.ts'
import type { UmbrellaPlan } from './umbrella-plan.ts'
import { umbrellaPlans } from './umbrella-plans.ts'

const referenceUmbrellaCarrier = (plan: UmbrellaPlan): LiveUmbrellaCarrier => {
  const { id, name, states, workflow } = plan
  const offer = umbrellaOffer(plan)
  return {
    id,
    name,
    mode: 'live',
    umbrellaStates: states,
    workflow,
    quoteUmbrella: async request =>
      umbrellaDecline(plan, request) ?? {
        ...offer(request.risk),
        quote_number: quoteNumber(id, request.request_id),
      },
    takeDocument: takesDocuments,
    bind: referenceBind(plan),
  }
}

export const referenceUmbrellaCarriers: readonly LiveUmbrellaCarrier[] =
  umbrellaPlans.map(referenceUmbrellaCarrier)
