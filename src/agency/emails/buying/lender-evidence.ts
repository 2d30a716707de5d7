import { looksLikeLink, safeName } from '../../../platform/values/safe-name.ts'
import type { Email } from '../layout.ts'

export type EvidenceFacts = {
  insured: string
  other_insureds: readonly string[]
  property: string
  carrier: string
  policy_number: string
  effective_from: string
  until: string
  link: string
}

/** The recipient does not know us, so typed names are printed only if they cannot pass for something else. */
export const lenderEvidenceEmail = (to: string, facts: EvidenceFacts): Email => {
  const insured = safeName(facts.insured)
  const insureds = [facts.insured, ...facts.other_insureds].flatMap(name => safeName(name) ?? [])
  const property = looksLikeLink(facts.property) ? null : facts.property
  return {
    to,
    subject: `Evidence of insurance, policy ${facts.policy_number}`,
    paragraphs: [
      'Hello,',
      `${insured ?? 'Your borrower'} asked us to send you evidence of insurance for ${property ?? 'their home'}.`,
      'The link opens the evidence of property insurance, with PDFs. It names each lender on the application and works for 30 days.',
    ],
    facts: [
      ...(insureds.length === 0 ? [] : [['Insured', insureds.join(', ')] as const]),
      ...(property === null ? [] : [['Property', property] as const]),
      ['Insurance company', facts.carrier],
      ['Policy number', facts.policy_number],
      ['Effective from', facts.effective_from],
      ['Until', facts.until],
    ],
    link: { label: 'Open the evidence of insurance', url: facts.link },
    reason:
      'You’re receiving this because our customer gave us your address as their lender’s. We don’t use it for anything else.',
  }
}
