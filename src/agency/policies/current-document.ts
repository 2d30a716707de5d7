import type { App } from '../../platform/app.ts'
import { speaking } from '../../platform/language/language.ts'
import { binderPdf } from './binder.ts'
import { endNotice } from './life/policy-end.ts'
import { policiesOf } from './policies.ts'
import { BINDER, type DocumentKey, type OpenedDocument, openPolicyDocument } from './policy-documents.ts'
import { isSoldHere } from './terms.ts'

const isWithheld = ({ kind }: OpenedDocument): boolean => /^(?:waiting|refused|withdrawn)\//.test(kind)

/** For people who rely on it: a binder that ended, or whose policy was canceled, stays as issued, under a notice. */
export const openCurrentDocument = async (app: App, key: DocumentKey): Promise<OpenedDocument | null> => {
  const issued = await openPolicyDocument(app, key)
  if (issued && isWithheld(issued)) return null
  const policy = (await policiesOf(app, key.uid)).find(({ documents }) =>
    documents.some(({ document_id, kind }) => kind === BINDER && document_id === key.document_id),
  )
  const notice = policy ? speaking('en', () => endNotice(policy, app.clock.now())) : null
  const facts = policy?.issued
  if (!issued || !facts || notice === null || !isSoldHere(facts)) return issued
  const content = await speaking('en', () => binderPdf(facts, app.config.brand, notice))
  return { ...issued, content }
}
