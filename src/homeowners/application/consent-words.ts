import type { ConsentWords } from '../../line/record/consent.ts'

// Every version of these texts is in docs/consent-texts.md. Changing a word makes a new version.

/** Also what an operator attests with `credit_check_authorized: true`. */
export const softCreditCheck: ConsentWords = {
  purpose: 'homeowners_soft_credit_check',
  version: '2026-11-16',
  words:
    'I authorize the agency and the insurance companies it contacts for me to obtain consumer reports about me, including a soft credit check where state law allows it, to quote homeowners insurance for this application. A soft credit check does not affect my credit score. I can withdraw this authorization at any time before a policy is bound.',
}

export const signatureDisclosures: ConsentWords = {
  purpose: 'homeowners_application_signature',
  version: '2026-11-01',
  words:
    'I have reviewed this application and every estimated answer in it, and it is true and complete to the best of my knowledge. I ask the insurance company to issue the policy that I selected, at the price shown, from the start date that I chose. I understand that the policy itself says what is covered, that the company may cancel or change it as state law allows if an answer is wrong, and that flood and earthquake are not covered unless the policy says so. Anyone who knowingly gives false information to obtain insurance may commit a crime. Typing my name here is my signature.',
}

/** What an assistant's `bind_confirmed: true` states. The homeowner's own signature is still required. */
export const purchaseAttestation: ConsentWords = {
  purpose: 'homeowners_purchase_attestation',
  version: '2026-11-16',
  words:
    'The homeowner has seen the whole purchase preview, with the insurance company, the price, the coverages and every estimated answer, and asked me to go on with this purchase. They know that nothing is bought before they confirm the estimates and sign.',
}
