import { openCurrentDocument, type Policy } from '../../../../agency/policies/policies.ts'
import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { type DocumentRow, download } from '../../../../platform/http/pages/document.ts'
import { whyAccessEnded } from '../../../../platform/key/standing.ts'
import { findOperator } from '../../../../platform/key/store.ts'
import { DAY } from '../../../../platform/lib/clock.ts'
import { emailMark } from '../../../../platform/signin/email-mark.ts'
import { noteDeclarationsOpened } from '../../record/intakes.ts'
import { type ReviewedIntake, readIntake } from '../intake/intake.ts'
import { readSignedToken, signedToken } from '../intake/review-token.ts'
import { lineOfUid, perLine } from '../reviewed-line.ts'

/** A token begins with the uid that it names. */
const lineIn = (token: string): string => lineOfUid(token)?.name ?? ''

const purposeOf = (token: string): string => `${lineIn(token)}-policy-document`

const MARK_CHARACTERS = 16

const shortMark = (intake: ReviewedIntake): string => emailMark(intake).email.slice(0, MARK_CHARACTERS)

type Linked = { uid: string; document_id: string; livesMs: number }

const urlOf = (app: App, { uid, document_id, livesMs }: Linked, mark: readonly string[]): string =>
  `${app.config.publicUrl}/${lineIn(uid)}/documents/${signedToken(app, purposeOf(uid), { name: [uid, document_id, ...mark].join('.'), livesMs })}`

const LINK_LIVES = 7 * DAY

export const linkedDocuments = (app: App, { uid, documents }: Pick<Policy, 'uid' | 'documents'>) =>
  documents.map(({ document_id, filename }) => ({
    name: filename,
    url: urlOf(app, { uid, document_id, livesMs: LINK_LIVES }, []),
  }))

/** The buyer's link ends when the email address on the application changes, that in a copy with the operator's access. */
export const emailedDocumentUrl = (
  app: App,
  intake: ReviewedIntake,
  { to, ...linked }: Omit<Linked, 'uid'> & { to: string },
): string => {
  const isBuyers = to === intake.application.household.email
  return urlOf(app, { ...linked, uid: intake.uid }, isBuyers ? [shortMark(intake)] : [])
}

const EXPIRED =
  'This link to a document has expired or is incomplete. Ask the person who sent it to you, or the agency, for a new one.'

const isForNow = async (app: App, uid: string, mark: string): Promise<boolean> => {
  const intake = await readIntake(app, uid)
  return intake !== null && shortMark(intake) === mark
}

const isForOperator = async (app: App, uid: string): Promise<boolean> => {
  const owner = (await readIntake(app, uid))?.owner
  const operator = owner && (await findOperator(app.db, owner))
  return !operator || whyAccessEnded(app, operator) === null
}

export const policyDocumentIn = perLine(
  (line): DocumentRow<App> => ({
    path: `/${line.name}/documents/{token}`,
    page: true,
    translated: true,
    contract: null,
    async respond(app, { params: { token = '' } }) {
      const [uid = '', document_id = '', mark] =
        readSignedToken(app, purposeOf(token), token)?.split('.') ?? []
      const works = mark === undefined ? await isForOperator(app, uid) : await isForNow(app, uid, mark)
      if (!works) fail('not_found', { message: EXPIRED })
      const document =
        (await openCurrentDocument(app, { uid, document_id })) ?? fail('not_found', { message: EXPIRED })
      await noteDeclarationsOpened(app, {
        uid,
        document_id,
        kind: document.kind,
        actor: mark === undefined ? 'operator_link' : 'buyer',
      })
      const { media_type: type, content: body, filename } = document
      return download({ type, body, filename })
    },
  }),
)
