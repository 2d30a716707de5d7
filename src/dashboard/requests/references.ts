import type { App } from '../../app.ts'

type Reference = (uid: string) => string | null

/** The operator's own names for its requests. Requests carry none yet. */
export const referencesOf = async (
  _app: App,
  _owner: string,
  _uids: readonly string[],
): Promise<Reference> => {
  return () => null
}
