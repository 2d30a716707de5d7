import { expect, test } from 'vitest'
import { portalPages as rows } from '../../products/portals.ts'
import { pageToOpen, withPagesAbove } from './language-page.ts'

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
