import { expect, test } from 'vitest'
import { milestonesFor, statedFor } from './milestones.ts'

test('documents and payment are steps only where the agency collects them', () => {
  expect(milestonesFor('quoted', { asksForDocuments: false, pays: false })?.names).toEqual([
    'Review',
    'Quotes',
    'Consent',
    'Sign',
    'Policy',
  ])
  const collected = milestonesFor('documents_needed', { asksForDocuments: true, pays: true })
  expect(collected?.names.slice(3)).toEqual(['Sign', 'Documents', 'Pay', 'Policy'])
  expect(collected?.current).toBe(4)
})

test('an application that ended has no next step', () => {
  expect(milestonesFor('blocked', { asksForDocuments: true, pays: true })).toBeNull()
})

test('a question about the documents keeps the place that the answer returns to', () => {
  const collects = { asksForDocuments: true, pays: true }
  const at = (isAboutDocuments: boolean) => {
    const asked = milestonesFor('info_requested', { ...collects, asked: { isAboutDocuments } })
    return asked?.names[asked.current]
  }
  expect([at(true), at(false)]).toEqual(['Documents', 'Policy'])
})

test('a step that an operator stated is not shown as done by the buyer', () => {
  const plain = { asksForDocuments: false, pays: false }
  const by = (proof: 'operator_attestation' | 'portal_session') =>
    statedFor(
      ['umbrella_application_review', 'umbrella_credit_check', 'umbrella_purchase_attestation'].map(
        purpose => ({ purpose, proof }),
      ),
    )
  const shown = (
    status: 'quoted' | 'chosen' | 'signature_needed' | 'bound',
    stated = by('operator_attestation'),
  ) => milestonesFor(status, { ...plain, stated })
  expect(shown('bound')).toEqual({ names: ['Quotes', 'Order', 'Policy'], current: 2 })
  expect(shown('chosen')).toEqual({ names: ['Quotes', 'Order', 'Policy'], current: 1 })
  expect(shown('signature_needed')).toEqual({ names: ['Quotes', 'Sign', 'Policy'], current: 1 })
  expect(shown('quoted', ['Review'])).toEqual({ names: ['Quotes', 'Consent', 'Sign', 'Policy'], current: 0 })
  expect(shown('bound', by('portal_session'))?.names).toEqual([
    'Review',
    'Quotes',
    'Consent',
    'Sign',
    'Policy',
  ])
  const signed = statedFor([
    { purpose: 'umbrella_purchase_attestation', proof: 'operator_attestation' },
    { purpose: 'umbrella_application_signature', proof: 'portal_session' },
  ])
  expect(signed).toEqual([])
})
