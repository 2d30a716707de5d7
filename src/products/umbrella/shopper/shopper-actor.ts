import type { CallerPlace } from '../../../platform/key/shopper/intake-token.ts'
import type { CallerWording, ConsentingActor } from '../intake/intake.ts'
import { chooseAgain } from '../operator/status-words.ts'
import { shopperView } from './view.ts'
import { actionWords } from './words.ts'

export const shopperDoorWords: CallerWording = {
  howToChange: 'start again with POST /api/consumer/umbrella/prefill',
  howToChooseAgain: chooseAgain('person', 'POST /api/intake/{uid}/select'),
  howToStartAgain: 'start again with POST /api/consumer/umbrella/prefill',
  whatNext: async (app, intake) => actionWords((await shopperView(app, intake)).next_action),
}

export const shopperActor = ({ address, userAgent }: CallerPlace): ConsentingActor => ({
  kind: 'shopper',
  words: shopperDoorWords,
  witness: { givenBy: 'shopper', proof: 'assistant_attestation', language: 'en', address, userAgent },
})
