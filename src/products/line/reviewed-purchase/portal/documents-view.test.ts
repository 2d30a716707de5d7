import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { umbrellaLine } from '../../../umbrella/line.ts'
import { documentsStep, infoStep } from './documents-view.ts'
import type { ReviewContext } from './review-context.ts'
import { underWayStep } from './steps.ts'

const contextOf = (isAboutDocuments: boolean) =>
  ({
    view: {
      line: umbrellaLine.name,
      status: 'documents_needed',
      household: { effective_date: '2026-12-01', field_estimates: [], locked: [] },
    },
    session: { required_upload_types: ['declarations'], waiting_on: 'carrier' },
    purchase: {
      asked: { fields: [], inWords: ['answer'], isAboutDocuments },
      toldBy: { info: 'Who drives the second car?', blocked: '' },
    },
    path: '/umbrella/review/x',
    token: html``,
    typed: new URLSearchParams(),
    errors: [],
    notice: null,
  }) as unknown as ReviewContext

const NOT_COVERED = 'You’re not covered until your policy is issued.'

test('a buyer who still has to send something reads until when, what happens otherwise, and that nothing is covered yet', () => {
  for (const step of [documentsStep, infoStep]) {
    const page = String(step(contextOf(true), html``).body)
    expect(page).toContain('Your start date is December 1, 2026. If the policy isn’t ordered by then')
    expect(page).toContain(NOT_COVERED)
  }
  for (const stage of ['ordering', 'reading', 'issuing'] as const)
    expect(String(underWayStep(contextOf(true), stage, html``).body)).toContain(NOT_COVERED)
})

test('a document that was not accepted is told with its reason above the form that sends it again', () => {
  const { session, ...context } = contextOf(true)
  const sent = { type: 'declarations', filename: 'home.pdf', status: 'rejected', reason: 'It has expired.' }
  const rejected = { ...context, session: { ...session, documents: [sent] } } as unknown as ReviewContext
  const page = String(documentsStep(rejected, html``).body)
  expect(page.indexOf('(home.pdf): Not accepted.</strong> It has expired.')).toBeGreaterThan(0)
  expect(page.indexOf('(home.pdf): Not accepted')).toBeLessThan(page.indexOf('type="file"'))
})

test('a question says whether the agency or the insurance company asks it', () => {
  const headingOf = (isAboutDocuments: boolean) =>
    /<h1>(.*)<\/h1>/.exec(String(infoStep(contextOf(isAboutDocuments), html``).body))?.[1]
  expect(headingOf(true)).toBe('We need more information')
  expect(headingOf(false)).toBe('The insurance company needs more information')
})
