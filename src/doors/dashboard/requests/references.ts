import type { App } from '../../../platform/app.ts'
import { metadataOf } from '../../../products/line/record/metadata.ts'

type Reference = (uid: string) => string | null

export const referencesOf = async (app: App, owner: string, uids: readonly string[]): Promise<Reference> => {
  const metadata = await metadataOf(app, owner, uids)
  return uid => metadata(uid).reference ?? null
}
