import type { App } from '../../app.ts'
import { referenceTo, referredName } from '../../lib/reference.ts'

const PURPOSE = 'resume-reference'

export const resumeUrl = ({ config, sealer }: App, uid: string): string =>
  `${config.publicUrl}/resume?ref=${referenceTo(sealer, PURPOSE, uid)}`

export const resumedUid = ({ sealer }: App, reference: string): string | null =>
  referredName(sealer, PURPOSE, reference)
