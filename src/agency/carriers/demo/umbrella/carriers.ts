import { acceptDocument } from '../../contract/documents.ts'
import type { InventedUmbrellaCarrier } from '../../umbrella/carrier.ts'
import { demoBind } from '../bind.ts'
import { quoteNumber } from '../quote-number.ts'
import { umbrellaDecline } from './appetite.ts'
import { umbrellaOffer } from './offer.ts'
import type { DemoUmbrellaPlan } from './plan.ts'
import { demoUmbrellaPlans } from './plans.ts'

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
