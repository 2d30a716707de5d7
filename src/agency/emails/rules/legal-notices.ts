import type { App } from '../../../platform/app.ts'
import { timeOrderedId } from '../../../platform/lib/random.ts'
import { insertLegalNotice, type LegalNoticeRow, legalNotices, listLegalNotices } from './legal-store.ts'

/** 15 U.S.C. 1681p: a claim about a consumer report can come for five years. */
export const LEGAL_YEARS = 5

const yearsAfter = (at: Date): Date => {
  const end = new Date(at)
  end.setUTCFullYear(end.getUTCFullYear() + LEGAL_YEARS)
  return end
}

type LegalWords = { to: string | null; subject: string; text: string }

export type LegalNotice = Omit<LegalNoticeRow, 'content'> & LegalWords

export const keepLegalNotice = async (
  app: App,
  { uid, kind, at, ...words }: LegalWords & Pick<LegalNoticeRow, 'uid' | 'kind'> & { at: Date },
): Promise<void> => {
  const notice_id = timeOrderedId(app.random, 'lgn', app.clock.now())
  await insertLegalNotice(app.db, {
    notice_id,
    uid,
    kind,
    content: app.sealer.seal(legalNotices.context('content', { notice_id }), JSON.stringify(words)),
    created_at: at,
    kept_until: yearsAfter(at),
  })
}

export const legalNoticesOf = async (app: App, uid: string): Promise<LegalNotice[]> =>
  (await listLegalNotices(app.db, uid)).map(({ content, ...row }) => ({
    ...row,
    ...app.sealer.openJson<LegalWords>(legalNotices.context('content', row), content),
  }))
