import type { ConsentWords } from '../../line/record/consent.ts'

// Every version of these texts is in docs/consent-texts.md. Changing a word makes a new version.

/** Also what an operator attests with `credit_check_authorized: true`. */
export const softCreditCheck: ConsentWords = {
  purpose: 'homeowners_soft_credit_check',
  version: '2026-11-16',
  words:
    'I authorize the agency and the insurance companies it contacts for me to obtain consumer reports about me, including a soft credit check where state law allows it, to quote homeowners insurance for this application. A soft credit check does not affect my credit score. I can withdraw this authorization at any time before a policy is bound.',
}

/** What the person says on the review page about the estimates that they confirm. */
export const estimatesReview: ConsentWords = {
  purpose: 'homeowners_estimates_review',
  version: '2026-11-16',
  words:
    'I have read every estimated answer about my home as it was shown to me. These answers are correct to the best of my knowledge.',
}

export const offerChoice: ConsentWords = {
  purpose: 'homeowners_offer_choice',
  version: '2026-11-16',
  words:
    'I choose this quote for my home, or one quote for each of my homes. I have not bought anything, and I can still choose another quote until I sign.',
}

/** What an assistant attests with `bind_confirmed: true`. The person's own signature comes after it. */
export const purchaseAgreement: ConsentWords = {
  purpose: 'homeowners_purchase_agreement',
  version: '2026-11-16',
  words:
    'I have read the whole purchase preview, with its insurance company, price, coverage and every estimated answer, and I agree to it. I have not bought anything until I confirm the estimates and sign.',
}

export const signatureDisclosures: ConsentWords = {
  purpose: 'homeowners_application_signature',
  version: '2026-11-01',
  words:
    'I have reviewed this application and every estimated answer in it, and it is true and complete to the best of my knowledge. I ask the insurance company to issue the policy that I selected, at the price shown, from the start date that I chose. I understand that the policy itself says what is covered, that the company may cancel or change it as state law allows if an answer is wrong, and that flood and earthquake are not covered unless the policy says so. Anyone who knowingly gives false information to obtain insurance may commit a crime. Typing my name here is my signature.',
}
