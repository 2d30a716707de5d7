import { LIMIT_NAMES } from '../../agency/carriers/contract/limit-names.ts'
import { umbrellaSandboxInput } from '../../agency/carriers/sandbox/umbrella-inputs.ts'
import { readUmbrellaAnswer } from '../../agency/carriers/umbrella/parse-answer.ts'
import { rankUmbrellaOffers } from '../../agency/carriers/umbrella/rank.ts'
import { buyerCodeEmail } from '../../agency/emails/sign-in.ts'
import {
  umbrellaDocumentsEmail,
  umbrellaPaymentEmail,
  umbrellaQuestionEmail,
  umbrellaSignatureEmail,
} from '../../agency/emails/umbrella/asks.ts'
import { umbrellaBoundEmail } from '../../agency/emails/umbrella/bound.ts'
import {
  umbrellaBlockedEmail,
  umbrellaEndedEmail,
  umbrellaStartPassedEmail,
} from '../../agency/emails/umbrella/ended.ts'
import {
  umbrellaNewLinkEmail,
  umbrellaOffersReadyEmail,
  umbrellaReshoppedEmail,
  umbrellaWithdrawnEmail,
} from '../../agency/emails/umbrella/offers.ts'
import { reviewedPurchase, type Sale } from '../line/reviewed-purchase/reviewed-purchase.ts'
import {
  applicationReview,
  creditCheck,
  offerChoice,
  purchaseAttestation,
  signatureDisclosures,
} from './consent-words.ts'
import { contradictions } from './contradictions.ts'
import { ineligibleReasons } from './eligibility.ts'
import { assumed, inferred, othersCounted, suggestions } from './estimates.ts'
import { exampleEstimates, exampleIntake, exampleToBind } from './examples.ts'
import {
  applicationSections,
  bindSections,
  requiredForReview,
  requiredToBind,
  type UmbrellaAnswers,
  umbrellaFields,
} from './fields.ts'
import {
  coveragesOf,
  documents,
  offerFacts,
  offerFields,
  umbrellaLimitLabels,
  underlyingIn,
  wireOffer,
  withLimits,
} from './offer.ts'
import { portal } from './portal.ts'
import { orderDetails, umbrellaDetails, umbrellaRisk } from './risk.ts'

const insuredIn = ({ full_name, spouse_full_name }: UmbrellaAnswers) => [full_name, spouse_full_name]

export const umbrellaLine: Sale = {
  name: 'umbrella',
  words: {
    a: 'an umbrella',
    plain: 'umbrella',
    insurance: 'umbrella insurance',
    policy: 'Personal umbrella insurance',
    coverageLimit: 'The most the policy pays, above the underlying policies.',
    estimatedField: 'vehicle_count',
    laterAnswers: 'effective_date, vehicles or prior_carrier',
    choosable: 'vehicles, effective_date and prior_carrier',
  },
  examples: { intake: exampleIntake, estimates: exampleEstimates, toBind: exampleToBind },
  fields: umbrellaFields,
  sections: { toReview: applicationSections, toBind: bindSections },
  required: { toReview: requiredForReview, toBind: requiredToBind },
  lists: {
    additional_drivers: {
      needs: ['full_name', 'birthday', 'license_state', 'license_number'],
      least: (answers: UmbrellaAnswers, today) =>
        answers.additional_drivers
          ? 0
          : Math.min(othersCounted(answers, today), umbrellaFields.additional_drivers.maxItems),
      isOptional: true,
    },
    vehicles: {
      needs: ['year', 'make', 'model'],
      least: ({ vehicle_count = 0 }: UmbrellaAnswers) => vehicle_count,
    },
  },
  contradictions,
  ineligibleReasons,
  estimates: { inferred, assumed },
  suggestions,
  insuredIn,
  namedIn: (answers: UmbrellaAnswers) => [
    ...insuredIn(answers),
    ...(answers.additional_drivers ?? []).map(({ full_name }) => full_name),
  ],
  // Ages change, so drivers are counted again.
  reshop: {
    dropped: ['drivers_under_22', 'drivers_over_70', 'prior_carrier'],
    stated: ({ carrier }) => ({ prior_carrier: carrier }),
    asked: { coverage_limit: 'desired_coverage_limit' },
  },
  consents: {
    review: applicationReview,
    choice: offerChoice,
    creditCheck,
    attestation: purchaseAttestation,
    signature: signatureDisclosures,
  },
  emails: {
    offersReady: umbrellaOffersReadyEmail,
    withdrawn: umbrellaWithdrawnEmail,
    reshopped: umbrellaReshoppedEmail,
    startPassed: umbrellaStartPassedEmail,
    ended: umbrellaEndedEmail,
    payment: umbrellaPaymentEmail,
    newLink: umbrellaNewLinkEmail,
    code: buyerCodeEmail,
    signature: umbrellaSignatureEmail,
    documents: umbrellaDocumentsEmail,
    question: umbrellaQuestionEmail,
    blocked: umbrellaBlockedEmail,
    bound: umbrellaBoundEmail,
  },
  portal,
  risk: umbrellaRisk,
  details: umbrellaDetails,
  orderDetails,
  readAnswer: readUmbrellaAnswer,
  rank: offers => rankUmbrellaOffers(withLimits(offers)),
  offerFields,
  wireOffer,
  offerFacts,
  coveragesOf,
  limits: {
    names: LIMIT_NAMES.umbrella,
    canDrop: false,
    labels: () => umbrellaLimitLabels,
    underlying: underlyingIn,
  },
  sandboxOutcome: ({ jet_skis = 0 }: UmbrellaAnswers) => umbrellaSandboxInput({ jet_skis }).outcome,
  documents,
  claimsAddress: true,
}

export const umbrella = reviewedPurchase(umbrellaLine)
