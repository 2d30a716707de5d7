import type { ConsentWords } from '../../line/record/consent.ts'

// Every version of these texts is in docs/consent-texts.md. Changing a word makes a new version.

/** Given by an agent's `review_confirmed: true`, or by the buyer on the review page. */
export const applicationReview: ConsentWords = {
  purpose: 'umbrella_application_review',
  version: '2026-11-16',
  words:
    'I have read the whole application as it was shown to me, with every estimated value marked. What it says about me and my household is correct to the best of my knowledge. I request preliminary umbrella quotes based on it. I have not agreed to a credit check, and I have not bought anything.',
}

export const offerChoice: ConsentWords = {
  purpose: 'umbrella_offer_choice',
  version: '2026-11-16',
  words:
    'I choose this umbrella quote. I have not bought anything, and I can still choose another quote until I buy.',
}

/** Asked in these exact words after an offer is chosen and before anything is bought. */
export const creditCheck: ConsentWords = {
  purpose: 'umbrella_credit_check',
  version: '2026-11-16',
  words:
    'Do you authorize the agency and the insurance company you chose to obtain consumer reports about you, including a soft credit check where state law allows it, to complete this umbrella application? A soft credit check does not affect your credit score. You can say no. In that case you cannot buy a policy with this offer.',
}

/** What a bind call with only the uid says for the buyer. */
export const purchaseOrder: ConsentWords = {
  purpose: 'umbrella_purchase',
  version: '2026-11-16',
  words:
    'I have reviewed the offer that I chose once more, with its insurance company, price, coverage limit and start date, and I ask the agency to buy this umbrella policy for me. My answers in the application are true. I agree to receive its documents electronically.',
}
