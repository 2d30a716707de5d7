import type { DocumentRecord } from '../../../agency/documents/documents.ts'
import type { Expectations } from '../../../agency/documents/judge.ts'
import type { App } from '../../../platform/app.ts'
import { ATTEMPTS_FOR_A_DAY } from '../../../platform/jobs/attempts.ts'
import { addJob } from '../../../platform/jobs/store.ts'
import type { Answers } from '../application/application.ts'
import type { StoredOffer } from '../quoting/selected-offer.ts'

export const uploadTypes = ['declarations', 'auto_declarations'] as const
export type UploadType = (typeof uploadTypes)[number]

export const uploadMeanings: Readonly<Record<UploadType, string>> = {
  declarations: 'the declarations page of the home policy',
  auto_declarations: 'the declarations page of the auto policy',
}

export const isUploadType = (name: string): name is UploadType => uploadTypes.some(type => type === name)

export const uploadsNeeded = ({ vehicle_count = 0 }: Answers): UploadType[] =>
  vehicle_count > 0 ? ['declarations', 'auto_declarations'] : ['declarations']

export const inForce = (documents: readonly DocumentRecord[]): DocumentRecord[] =>
  documents.filter(({ status }) => status !== 'superseded')

export const uploadsMissing = (answers: Answers, documents: readonly DocumentRecord[]): UploadType[] =>
  uploadsNeeded(answers).filter(needed => {
    const those = inForce(documents).filter(({ type }) => type === needed)
    return those.length === 0 || those.some(({ status }) => status === 'rejected')
  })

export const expectationsOf = (
  type: string,
  { full_name, spouse_full_name, effective_date = '' }: Answers,
  { minimum_auto_limits, minimum_home_liability_limit }: StoredOffer,
): Expectations => {
  const insured = [full_name, spouse_full_name].filter(name => name !== undefined)
  return type === 'auto_declarations'
    ? { covers: 'auto', insured, startDate: effective_date, minimumAuto: minimum_auto_limits }
    : {
        covers: 'home',
        insured,
        startDate: effective_date,
        minimumPersonalLiability: minimum_home_liability_limit,
      }
}

export const REVIEW_DOCUMENTS = 'review_umbrella_documents'

export const enqueueReview = (app: App, { uid }: { uid: string }): Promise<void> =>
  addJob(app.db, REVIEW_DOCUMENTS, { uid }, ATTEMPTS_FOR_A_DAY)
