import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { paymentSection } from './payment-step.ts'
import type { StepContext } from './step-context.ts'
import type { PortalSigning } from './view.ts'

const sectionOf = (addresses: readonly string[]): string => {
  const choices = ['full', 'two'].map(value => ({
    value,
    label: value,
    plan: null,
    words: [],
    chosen: false,
  }))
  const billings = addresses.map(address => ({
    offer_id: address,
    carrier: 'Quillstone',
    address,
    words: [],
    choices,
    lacksLender: false,
  }))
  const context = { typed: new URLSearchParams(), token: html`` } as unknown as StepContext
  const signing = { payment: { billings, needsHold: false } } as unknown as PortalSigning
  return String(paymentSection(context, signing))
}

const legends = (addresses: readonly string[]): string[] =>
  [...sectionOf(addresses).matchAll(/<legend>(.*)<\/legend>/g)].map(([, one]) => `${one}`)

test('of two homes with one carrier, each choice of a way to pay names its home', () => {
  const question = 'How do you want to pay for your policy from Quillstone?'
  expect(legends(['12 Oak Street'])).toEqual([question])
  expect(legends(['12 Oak Street', '99 Elm Road'])).toEqual(
    ['12 Oak Street', '99 Elm Road'].map(address => `${question} <span class="soft small">${address}</span>`),
  )
})

test('of several homes, the question how to pay is the only heading of each', () => {
  expect(sectionOf(['12 Oak Street'])).toContain('<h3>Quillstone</h3>')
  expect(sectionOf(['12 Oak Street', '99 Elm Road'])).not.toContain('<h3>')
})
