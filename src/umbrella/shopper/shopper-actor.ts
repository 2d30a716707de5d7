import type { CallerPlace } from '../../key/shopper/intake-token.ts'
import type { ConsentingActor } from '../intake/intake.ts'
import type { CallerWording } from '../intake/wrong-state.ts'
import { chooseAgain } from '../operator/session-words.ts'
import { whatShopperDoes } from './words.ts'

export const shopperDoorWords: CallerWording = {
  howToChange: 'start again with POST /api/consumer/umbrella/prefill',
  howToChooseAgain: chooseAgain('person', 'POST /api/intake/{uid}/select'),
  howToStartAgain: 'start again with POST /api/consumer/umbrella/prefill',
  whatNext: whatShopperDoes,
}

export const shopperActor = ({ address, userAgent }: CallerPlace): ConsentingActor => ({
  kind: 'shopper',
  words: shopperDoorWords,
  witness: { givenBy: 'shopper', proof: 'assistant_attestation', address, userAgent },
})
