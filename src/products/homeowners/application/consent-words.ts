import type { ConsentTexts, ConsentWords, CreditCheckTexts } from '../../line/record/consent.ts'

// Every version of these texts is in docs/consent-texts.md. Changing a word makes a new version.

/** Also what an operator attests with `credit_check_authorized: true`. */
export const softCreditCheck: CreditCheckTexts = {
  purpose: 'homeowners_soft_credit_check',
  version: '2026-11-16',
  words:
    'I authorize the agency and the insurance companies it contacts for me to obtain consumer reports about me, including a soft credit check where state law allows it, to quote homeowners insurance for this application. A soft credit check does not affect my credit score. I can withdraw this authorization at any time before a policy is bound.',
  spanish: {
    version: '2026-11-19-es',
    words:
      'Autorizo a la agencia y a las compañías de seguros que consulte en mi nombre a obtener informes del consumidor sobre mí, incluida una consulta de crédito suave (soft credit check) donde la ley estatal lo permita, para cotizar un seguro de vivienda para esta solicitud. Una consulta de crédito suave no afecta mi puntaje de crédito. Puedo retirar esta autorización en cualquier momento antes de que una póliza quede asegurada.',
  },
}

export const estimatesReview: ConsentTexts = {
  purpose: 'homeowners_estimates_review',
  version: '2026-11-16',
  words:
    'I have read every estimated answer about my home as it was shown to me. These answers are correct to the best of my knowledge.',
  spanish: {
    version: '2026-11-16-es',
    words:
      'He leído todas las respuestas estimadas sobre mi vivienda tal como se me mostraron. Estas respuestas son correctas a mi leal saber y entender.',
  },
}

export const offerChoice: ConsentTexts = {
  purpose: 'homeowners_offer_choice',
  version: '2026-11-17',
  words:
    'I choose this quote for my home, or one quote for each of my homes. This choice buys nothing, and I can still choose another quote until I sign.',
  spanish: {
    version: '2026-11-17-es',
    words:
      'Elijo esta cotización para mi vivienda, o una cotización para cada una de mis viviendas. Con esta elección no compro nada y todavía puedo elegir otra cotización hasta que firme.',
  },
}

/** What an assistant attests with `bind_confirmed: true`. The person's own signature comes after it. */
export const purchaseAgreement: ConsentWords = {
  purpose: 'homeowners_purchase_agreement',
  version: '2026-11-16',
  words:
    'I have read the whole purchase preview, with its insurance company, price, coverage and every estimated answer, and I agree to it. I have not bought anything until I confirm the estimates and sign.',
}

export const signatureDisclosures: ConsentTexts = {
  purpose: 'homeowners_application_signature',
  version: '2026-11-01',
  words:
    'I have reviewed this application and every estimated answer in it, and it is true and complete to the best of my knowledge. I ask the insurance company to issue the policy that I selected, at the price shown, from the start date that I chose. I understand that the policy itself says what is covered, that the company may cancel or change it as state law allows if an answer is wrong, and that flood and earthquake are not covered unless the policy says so. Anyone who knowingly gives false information to obtain insurance may commit a crime. Typing my name here is my signature.',
  spanish: {
    version: '2026-11-16-es',
    words:
      'He revisado esta solicitud y todas sus respuestas estimadas, y es veraz y completa a mi leal saber y entender. Pido a la compañía de seguros que emita la póliza que seleccioné, al precio indicado y desde la fecha de inicio que elegí. Entiendo que la póliza misma dice qué está cubierto, que la compañía puede cancelarla o modificarla según lo permita la ley estatal si alguna respuesta es incorrecta, y que las inundaciones y los terremotos no están cubiertos a menos que la póliza lo indique. Quien a sabiendas dé información falsa para obtener un seguro puede cometer un delito. Escribir mi nombre aquí constituye mi firma.',
  },
}
