import { expect, test } from 'vitest'
import { languagePage, pageToOpen, withPagesAbove } from './language-page.ts'
import { portalPages } from './pages.ts'
import { umbrellaBuyerPages } from './umbrella/buyer-forms.ts'

const rows = [...portalPages, ...umbrellaBuyerPages].filter(row => row !== languagePage)

test('from a form that came back with errors, the switch leads to a page that can be opened', () => {
  const pages = rows.filter(({ method }) => method !== 'POST').map(({ path }) => path)
  const forms = rows.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(forms.length).toBeGreaterThan(20)
  for (const path of forms) expect(pages).toContain(pageToOpen(path))
  expect(pageToOpen('/portal/quotes?note=saved')).toBe('/portal/quotes?note=saved')
})

test('the address of a form opens a page, too, and no page is there twice', () => {
  const pages = withPagesAbove(rows).filter(({ method }) => method !== 'POST')
  for (const { path } of rows) expect(pages.filter(page => page.path === path)).toHaveLength(1)
})

test('every page that a homeowner or a buyer reads exists in Spanish', () => {
  expect(rows.filter(({ translated }) => !translated).map(({ path }) => path)).toEqual(['/portal/sign-out'])
})
