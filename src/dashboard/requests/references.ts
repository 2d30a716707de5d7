import type { App } from '../../app.ts'
import { metadataOf } from '../../line/record/metadata.ts'

type Reference = (uid: string) => string | null

export const referencesOf = async (app: App, owner: string, uids: readonly string[]): Promise<Reference> => {
  const metadata = await metadataOf(app, owner, uids)
  return uid => metadata(uid).reference ?? null
}
