import type { FastifyInstance } from 'fastify'
import { Failure } from '../../errors.ts'
import type { Row } from '../operation.ts'
import type { DocumentRow } from '../pages/document.ts'

const either = new Intl.ListFormat('en-US', { type: 'disjunction' })

export const methodsByPath = <A>(
  rows: readonly Row<A>[],
  documents: readonly DocumentRow<A>[],
): Map<string, string[]> => {
  const taken = new Map<string, string[]>()
  for (const { method, path } of [
    ...rows,
    ...documents.map(({ method = 'GET', path }) => ({ method, path })),
  ])
    taken.set(path, [...(taken.get(path) ?? []), method])
  return taken
}

const FORM_ONLY = 'This address only takes forms. Go back to the page with the form and send it from there.'

export const pagePaths = <A>(documents: readonly DocumentRow<A>[]): ReadonlySet<string> =>
  new Set(documents.filter(({ page }) => page).map(({ path }) => path))

const refusalWords = (method: string, { methods, isPage }: { methods: string[]; isPage: boolean }): string =>
  isPage && method === 'GET'
    ? FORM_ONLY
    : `This path does not support ${method}. Use ${either.format(methods)}.`

export const refuseOtherMethods = (
  server: FastifyInstance,
  { taken, pages }: { taken: Map<string, string[]>; pages: ReadonlySet<string> },
): void => {
  const known = [...taken].map(([path, methods]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods,
    isPage: pages.has(path),
    allow: (methods.includes('GET') ? [...methods, 'HEAD'] : methods).join(', '),
  }))
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done()
    const [asked = ''] = request.url.split('?', 1)
    const found = known.find(({ path, pattern }) => path === asked || pattern.test(asked))
    if (!found) return done()
    request.route = found.path
    const message = refusalWords(request.method, found)
    done(new Failure('method_not_allowed', { message, headers: { allow: found.allow } }))
  })
}
