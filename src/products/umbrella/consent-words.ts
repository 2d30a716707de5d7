import type { ConsentTexts, ConsentWords, CreditCheckTexts } from '../line/record/consent.ts'

// Every version of these texts is in docs/consent-texts.md. Changing a word makes a new version.

/** Given by an agent's `review_confirmed: true`, or by the buyer on the review page. */
export const applicationReview: ConsentTexts = {
  purpose: 'umbrella_application_review',
  version: '2026-11-16',
  words:
    'I have read the whole application as it was shown to me, with every estimated value marked. What it says about me and my household is correct to the best of my knowledge. I request preliminary umbrella quotes based on it. I have not agreed to a credit check, and I have not bought anything.',
  spanish: {
    version: '2026-11-16.2-es',
    words:
      'He leído la solicitud completa tal como se me mostró, con cada valor estimado marcado. Lo que dice sobre mí y mi hogar es correcto a mi leal saber y entender. Solicito cotizaciones preliminares de seguro paraguas (umbrella) con base en ella. No he aceptado ninguna consulta de crédito y no he comprado nada.',
  },
}

export const offerChoice: ConsentTexts = {
  purpose: 'umbrella_offer_choice',
  version: '2026-11-16',
  words:
    'I choose this umbrella quote. I have not bought anything, and I can still choose another quote until I buy.',
  spanish: {
    version: '2026-11-16.2-es',
    words:
      'Elijo esta cotización de seguro paraguas (umbrella). No he comprado nada y todavía puedo elegir otra cotización hasta que compre.',
  },
}

/** Asked in these exact words after an offer is chosen and before anything is bought. */
export const creditCheck: CreditCheckTexts = {
  purpose: 'umbrella_credit_check',
  version: '2026-11-16',
  words:
    'Do you authorize the agency and the insurance company you chose to obtain consumer reports about you, including a soft credit check where state law allows it, to complete this umbrella application? A soft credit check does not affect your credit score. You can say no. In that case you cannot buy a policy with this offer.',
  spanish: {
    version: '2026-11-16.2-es',
    words:
      '¿Autoriza a la agencia y a la compañía de seguros que eligió a obtener informes del consumidor sobre usted, incluida una consulta de crédito suave (soft credit check) donde la ley estatal lo permita, para completar esta solicitud de seguro paraguas (umbrella)? Una consulta de crédito suave no afecta su puntaje de crédito. Puede decir que no. En ese caso, no podrá comprar una póliza con esta oferta.',
  },
}

/** What `bind_confirmed: true` states. Nobody signs with it. */
export const purchaseAttestation: ConsentWords = {
  purpose: 'umbrella_purchase_attestation',
  version: '2026-11-17',
  words:
    'The buyer has seen this offer with its insurance company, price, way to pay, coverage limit, required home and auto limits and start date. I showed them the notices that came with it, word for word, including the fraud warning. They told me that their answers in the application are true, that they want to buy this umbrella policy, and that they agree to receive its documents electronically. I told them that they can get paper copies free of charge, that they can withdraw this consent at any time by writing to or calling the agency, and that they need a web browser, software that opens PDF files and an email address that they check. I place the order on their behalf and with their permission. If the insurance company requires the buyer’s own signature, nothing is bought before they sign.',
}

export const signatureDisclosures: ConsentTexts = {
  purpose: 'umbrella_application_signature',
  version: '2026-11-16',
  words:
    'I have reviewed this application, and it is true and complete to the best of my knowledge. I ask the insurance company to issue the umbrella policy shown here, at the price and from the start date shown. I understand that the policy itself says what is covered, that it pays only above the home and auto limits that it requires, and that the company may cancel or change it as state law allows if an answer is wrong. Anyone who knowingly gives false information to obtain insurance may commit a crime. Typing my name here is my signature.',
  spanish: {
    version: '2026-11-16.2-es',
    words:
      'He revisado esta solicitud, y es veraz y completa a mi leal saber y entender. Pido a la compañía de seguros que emita la póliza paraguas (umbrella) que se muestra aquí, al precio y desde la fecha de inicio indicados. Entiendo que la póliza misma dice qué está cubierto, que solo paga por encima de los límites de vivienda y de auto que exige, y que la compañía puede cancelarla o modificarla según lo permita la ley estatal si alguna respuesta es incorrecta. Quien a sabiendas dé información falsa para obtener un seguro puede cometer un delito. Escribir mi nombre aquí constituye mi firma.',
  },
}
