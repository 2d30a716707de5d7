import type { PolicyVersion } from '../../../src/agency/policies/keep-versions.ts'
import type { IssuedTerms } from '../../../src/agency/policies/versions.ts'

type Stated = Partial<IssuedTerms> & { period: IssuedTerms['period'] }

/** Versions of an invented policy: the first as it was issued, one for each renewal after it. */
export const versionsOf = (...stated: Stated[]): PolicyVersion[] =>
  stated.map((terms, at) => ({
    policy_id: 'pol_1',
    uid: 'hom_1',
    version: at + 1,
    effective_from: terms.period.from,
    basis: at === 0 ? 'issued' : 'renewal',
    document_id: null,
    reason: null,
    recorded_by: 'service',
    recorded_at: new Date(0),
    terms: {
      policy_number: 'HO-1',
      carrier: 'Elm',
      named_insureds: ['Ada Park'],
      mailing_address: null,
      place: { kind: 'property', lines: [], address: null },
      coverages: [],
      forms: [],
      interests: [],
      price_cents: 100_000,
      charges: [],
      ...terms,
    },
  }))
