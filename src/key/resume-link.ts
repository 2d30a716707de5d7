import type { App } from '../app.ts'
import { referenceTo, referredName } from '../lib/reference.ts'

const PURPOSE = 'resume-reference'

/** Where a shopper goes on by themselves, once a link by mail has let them in. */
export const resumeUrl = ({ config, sealer }: App, uid: string): string =>
  `${config.publicUrl}/resume?ref=${referenceTo(sealer, PURPOSE, uid)}`

/** Null: not a reference that we gave. */
export const resumedUid = ({ sealer }: App, reference: string): string | null =>
  referredName(sealer, PURPOSE, reference)
