import type { ConsentWords } from './consent.ts'

/** E-SIGN, 15 U.S.C. 7001(c): the consent needed before records and signatures can be electronic. */
export const electronicRecords: ConsentWords = {
  purpose: 'electronic_records',
  version: '2026-11-16',
  words:
    'I agree to receive and sign the documents for this insurance electronically, by email and on this website. This covers this purchase and notices about it. I can get paper copies free of charge, and I can withdraw this consent at any time by writing to or calling the agency. Documents that I have already signed stay valid. I need a web browser, software that opens PDF files and an email address that I check. I will tell the agency if my email address changes.',
}
