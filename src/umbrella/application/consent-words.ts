import type { ConsentWords } from '../../line/record/consent.ts'

/** What a review is: given by an agent's `review_confirmed: true`, or by the buyer on the review page. */
export const applicationReview: ConsentWords = {
  purpose: 'umbrella_application_review',
  version: '2026-11-01',
  words:
    'I have read the whole application as it was shown to me, with every estimated value marked. What it says about me and my household is right to the best of my knowledge. I ask for preliminary umbrella quotes on it. I have not agreed to a credit check and have bought nothing.',
}

/** Asked in these exact words once an offer is chosen, before anything is bought. */
export const creditCheck: ConsentWords = {
  purpose: 'umbrella_credit_check',
  version: '2026-11-01',
  words:
    'Do you authorize the agency and the insurance company you chose to obtain consumer reports about you, including a soft credit inquiry where state law allows it, to finish this umbrella application? A soft inquiry does not change your credit score. You may say no; then no policy is bought on this offer.',
}

/** What a bind call with the uid alone says for the buyer. */
export const purchaseOrder: ConsentWords = {
  purpose: 'umbrella_purchase',
  version: '2026-11-01',
  words:
    'I have seen the offer that I chose once more, with its carrier, price, coverage limit and start date, and I ask the agency to buy this umbrella policy for me. What I said in the application is true. I agree to get its documents in electronic form.',
}
