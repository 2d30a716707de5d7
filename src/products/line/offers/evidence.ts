import type { PermittedPurpose, QuoteEvidence } from '../../../agency/carriers/contract/details.ts'
import type { App } from '../../../platform/app.ts'
import { consentsOf } from '../record/consent.ts'

export const purposesOf = ({ reports, score }: { reports: boolean; score: boolean }): PermittedPurpose[] => [
  'underwriting',
  ...(reports ? (['consumer_reports'] as const) : []),
  ...(reports && score ? (['insurance_score'] as const) : []),
]

export const consentEvidence = async (
  app: App,
  { uid, consentId }: { uid: string; consentId: string | null },
  { purpose, score }: { purpose: string; score: boolean },
): Promise<QuoteEvidence> => {
  const given = (await consentsOf(app, uid)).filter(
    one => one.purpose === purpose && one.state === 'effective' && one.withdrawnAt === null,
  )
  return {
    consents: given
      .slice(-1)
      .map(({ version, givenAt, proof }) => ({ purpose, version, given_at: givenAt.toISOString(), proof })),
    permitted_purposes: purposesOf({ reports: consentId !== null, score }),
  }
}
