import type { App } from '../../platform/app.ts'
import { transact } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../../platform/http/pages/document.ts'
import { languageCookie, SWITCH_FIELD } from '../../platform/http/pages/readers-language.ts'
import { isLanguage, type Language } from '../../platform/language/language.ts'
import { lineOf } from '../../platform/lines.ts'
import { withoutAgreements } from '../../products/line/portal/signing.ts'
import { lines } from '../../products/lines.ts'
import { portalPages, portals } from '../../products/portals.ts'

const LANGUAGE_ANSWER = 'preferred_language'

const LANGUAGES_HERE = 'This page is in English or Spanish.'

const keepOnRecord = async (app: App, request: DocumentRequest, language: Language): Promise<void> => {
  for (const { signedIn } of portals) {
    const person = await signedIn(app, request)
    const line = person && lineOf(person.uid)
    if (line) await transact(app, inside => lines[line].chooseLanguage(inside, person, language))
  }
}

const ONLY_FORMS = [
  /^(\/portal)\/(?:payment|question|lender|paper|sign-out)$/,
  /^(\/portal\/(?:quotes|review|share|withdraw))\/\w+$/,
  /^(\/portal\/policy\/[^/]+\/lender-links)\/[^/]+$/,
  /^(\/[a-z]+\/review\/[^/]+)\/(?!request$).+$/,
]

export const pageToOpen = (from: string | null): string => {
  if (from === null) return '/calculators'
  const [path = ''] = from.split('?')
  return ONLY_FORMS.flatMap(pattern => pattern.exec(path)?.[1] ?? [])[0] ?? from
}

const isForm = ({ method }: DocumentRow<App>): boolean => method === 'POST'

/** A phone that returns to a form with errors loads its URL again, so the page above it opens. */
export const withPagesAbove = (rows: readonly DocumentRow<App>[]): DocumentRow<App>[] => {
  const paths = new Set(rows.filter(row => !isForm(row)).map(({ path }) => path))
  const above = rows.filter(isForm).flatMap(({ path, translated }): DocumentRow<App>[] => {
    const page = pageToOpen(path)
    return page === path || paths.has(path)
      ? []
      : [
          {
            path,
            page: true,
            contract: null,
            ...(translated && { translated }),
            respond: (_, { params }) =>
              redirect(
                page.replaceAll(/\{(\w+)\}/g, (_part, name) => encodeURIComponent(params[name] ?? '')),
              ),
          },
        ]
  })
  return [...rows, ...above]
}

const keepTyped = (rows: readonly DocumentRow<App>[]): DocumentRow<App>[] =>
  rows.map(row => {
    const page = rows.find(({ method, path }) => method !== 'POST' && path === pageToOpen(row.path))
    if (row.method !== 'POST' || row.upload || !page) return row
    return {
      ...row,
      async redraw(app, request) {
        const chosen = request.form.get(SWITCH_FIELD) ?? undefined
        if (!isLanguage(chosen)) return fail('invalid_request', { message: LANGUAGES_HERE })
        await keepOnRecord(app, request, chosen)
        const form = withoutAgreements(request.form)
        form.delete(SWITCH_FIELD)
        if (form.has(LANGUAGE_ANSWER)) form.set(LANGUAGE_ANSWER, chosen)
        const ref = form.get('ref')
        const document = await page.respond(app, {
          ...request,
          form,
          query: { ...request.query, ...(ref !== null && { ref }) },
        })
        return { ...document, cookies: [...(document.cookies ?? []), languageCookie(chosen)] }
      },
    }
  })

const languagePage: DocumentRow<App> = {
  method: 'POST',
  path: '/language',
  page: true,
  contract: null,
  budget: { name: 'language', points: 30, seconds: 60, by: 'address', leased: true },
  async respond(app, request) {
    const chosen = request.form.get('language') ?? undefined
    if (!isLanguage(chosen)) return fail('invalid_request', { message: LANGUAGES_HERE })
    await keepOnRecord(app, request, chosen)
    return redirect(pageToOpen(request.from), [languageCookie(chosen)])
  },
}

export const portalDocuments: readonly DocumentRow<App>[] = withPagesAbove(
  keepTyped([languagePage, ...portalPages]),
)
