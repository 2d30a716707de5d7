import type { ConsentWords } from '../../line/record/consent.ts'

/** What the homeowner agreed to when an operator sends `credit_check_authorized: true`. */
export const softCreditCheck: ConsentWords = {
  purpose: 'homeowners_soft_credit_check',
  version: '2026-11-01',
  words:
    'I authorize the agency and the insurance companies it asks for me to obtain consumer reports about me, including a soft credit inquiry where state law allows it, to quote homeowners insurance on this application. A soft inquiry does not change my credit score. I can withdraw this at any time before a policy is bound.',
}

/** E-SIGN, 15 U.S.C. 7001(c): what must be said before records and a signature are taken in electronic form. */
export const electronicRecords: ConsentWords = {
  purpose: 'electronic_records',
  version: '2026-11-01',
  words:
    'I agree to receive and sign the documents for this insurance electronically, by email and on this site. This covers this purchase and the notices about it. I can have paper copies free of charge and can withdraw this consent at any time by writing or calling the agency; what was signed before stays valid. I need a web browser, a program that shows PDF files and an email address that I read, and I will tell the agency when the address changes.',
}

/** What the homeowner signs by typing a name. */
export const signatureDisclosures: ConsentWords = {
  purpose: 'homeowners_application_signature',
  version: '2026-11-01',
  words:
    'I have reviewed this application and every estimated answer in it, and it is true and complete to the best of my knowledge. I ask the insurance company to issue the policy that I selected, at the price shown, from the start date that I chose. I understand that the policy itself says what is covered, that the company may cancel or change it as state law allows if an answer is wrong, and that flood and earthquake are not covered unless the policy says so. Anyone who knowingly gives false information to obtain insurance may commit a crime. Typing my name here is my signature.',
}
