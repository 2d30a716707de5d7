import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portalReference } from '../../src/homeowners/quoting/portal-links.ts'
import { documents } from '../../src/page-table.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newVisitor } from '../support/visitor.ts'

const rows = documents({ production: false }, () => 'running')
const paths = (of: typeof rows): string[] => of.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x'))
const forms = paths(rows.filter(({ method }) => method === 'POST'))
const pages = paths(rows.filter(({ method, page }) => page && method !== 'POST'))

describe('every page', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  })
  afterAll(() => service.stop())

  /** A browser that has a token of its own from a page with a form. */
  const aVisitor = async () => {
    const visitor = newVisitor(service.url)
    const { text } = await visitor.open(`/portal/login?ref=${portalReference(service.app, 'hom_none')}`)
    const token = /name="_csrf" value="([\w-]+)"/.exec(text)?.[1]
    if (token === undefined) throw new Error('the page has no form')
    return { ...visitor, token }
  }

  test('there are forms and pages to look at', () => {
    expect(forms).toContain('/portal/sign')
    expect(pages).toContain('/portal/sign')
  })

  test.each(forms)('the form %s is refused without its token, and from elsewhere', async path => {
    const visitor = await aVisitor()
    const other = await aVisitor()
    const refusals = [
      await visitor.send(path, {}, { token: null }),
      await visitor.send(path, {}, { token: '' }),
      await visitor.send(path, {}, { token: other.token }),
      await visitor.send(path, {}, { headers: { origin: 'https://elsewhere.example' } }),
      await visitor.send(path, {}, { headers: { origin: 'null' } }),
      await newVisitor(service.url).send(path, {}, { token: visitor.token }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect((await visitor.send(path)).status).not.toBe(500)
  })

  test.each(pages)('%s has a policy without a high or medium finding', async path => {
    const { headers } = await newVisitor(service.url).open(path)
    const policy = headers.get('content-security-policy') ?? ''
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
    expect(findings.filter(({ severity }) => severity <= Severity.MEDIUM)).toEqual([])
    expect(policy).toContain("default-src 'none'")
  })
})
