import type { DocumentRecord } from '../../../../agency/documents/documents.ts'
import type { App } from '../../../../platform/app.ts'
import { ATTEMPTS_FOR_A_DAY } from '../../../../platform/jobs/attempts.ts'
import { addJob } from '../../../../platform/jobs/store.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { lineOf, type OfLine, type ReviewedLine } from '../reviewed-line.ts'

export const uploadTypes = ({ documents }: ReviewedLine): string[] => Object.keys(documents?.types ?? {})

export const isUploadType = (line: ReviewedLine, name: string): boolean => uploadTypes(line).includes(name)

export const uploadsNeeded = (intake: ReviewedIntake): readonly string[] =>
  lineOf(intake).documents?.needed(intake.application.household) ?? []

export const inForce = (documents: readonly DocumentRecord[]): DocumentRecord[] =>
  documents.filter(({ status }) => status !== 'superseded')

export const uploadsMissing = (intake: ReviewedIntake, documents: readonly DocumentRecord[]): string[] =>
  uploadsNeeded(intake).filter(needed => {
    const those = inForce(documents).filter(({ type }) => type === needed)
    return those.length === 0 || those.some(({ status }) => status === 'rejected')
  })

export const reviewJob = ({ line }: OfLine): string => `review_${line}_documents`

export const enqueueReview = (app: App, { uid, line }: ReviewedIntake): Promise<void> =>
  addJob(app.db, reviewJob({ line }), { uid }, ATTEMPTS_FOR_A_DAY)
