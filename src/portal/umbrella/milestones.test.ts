import { expect, test } from 'vitest'
import { milestonesFor } from './milestones.ts'

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
