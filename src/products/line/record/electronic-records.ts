import type { ConsentTexts } from './consent.ts'

/** E-SIGN, 15 U.S.C. 7001(c): the consent needed before records and signatures can be electronic. */
export const electronicRecords: ConsentTexts = {
  purpose: 'electronic_records',
  version: '2026-11-16',
  words:
    'I agree to receive and sign the documents for this insurance electronically, by email and on this website. This covers this purchase and notices about it. I can get paper copies free of charge, and I can withdraw this consent at any time by writing to or calling the agency. Documents that I have already signed stay valid. I need a web browser, software that opens PDF files and an email address that I check. I will tell the agency if my email address changes.',
  spanish: {
    version: '2026-11-16-es',
    words:
      'Acepto recibir y firmar electrónicamente los documentos de este seguro, por correo electrónico y en este sitio web. Esto abarca esta compra y los avisos relacionados con ella. Puedo obtener copias en papel sin costo y puedo retirar este consentimiento en cualquier momento si escribo o llamo a la agencia. Los documentos que ya haya firmado siguen siendo válidos. Necesito un navegador web, un programa que abra archivos PDF y una dirección de correo electrónico que yo revise. Avisaré a la agencia si cambia mi dirección de correo electrónico.',
  },
}
