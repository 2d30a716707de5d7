import type { App } from '../../../platform/app.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'

const PRIVATE = [
  '/agent/',
  '/api/',
  '/dashboard',
  '/desk',
  '/dev/',
  '/oauth2/',
  '/pay/',
  '/portal/',
  '/resume',
  '/umbrella/',
]

const PUBLIC = /^\/(?:$|calculators|docs|privacy$|terms$|accessibility$)/

const publicPaths = (documents: readonly DocumentRow<App>[]): string[] =>
  documents
    .filter(({ page, method, path }) => page && method === undefined && PUBLIC.test(path))
    .map(({ path }) => path)

const publishedUnderApi = (documents: readonly DocumentRow<App>[]): string[] =>
  documents
    .filter(({ method, path }) => method === undefined && /^\/api\/.+\.(?:md|yaml|json)$/.test(path))
    .map(({ path }) => path)

const robots = (all: () => readonly DocumentRow<App>[]): DocumentRow<App> => ({
  path: '/robots.txt',
  page: false,
  contract: null,
  respond: ({ config }) => ({
    type: 'text/plain; charset=utf-8',
    body: [
      'User-agent: *',
      ...publishedUnderApi(all()).map(path => `Allow: ${path}$`),
      ...PRIVATE.map(path => `Disallow: ${path}`),
      '',
      `Sitemap: ${config.publicUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  }),
})

const sitemap = (all: () => readonly DocumentRow<App>[]): DocumentRow<App> => ({
  path: '/sitemap.xml',
  page: false,
  contract: null,
  respond: ({ config }) => ({
    type: 'application/xml; charset=utf-8',
    body: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...publicPaths(all()).map(path => `<url><loc>${config.publicUrl}${path}</loc></url>`),
      '</urlset>',
      '',
    ].join('\n'),
  }),
})

export const siteFiles = (all: () => readonly DocumentRow<App>[]): DocumentRow<App>[] => [
  robots(all),
  sitemap(all),
]
