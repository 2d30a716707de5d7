import { expect, test } from 'vitest'
import { reviewedPurchase } from '../line/reviewed-purchase/reviewed-purchase.ts'
import { umbrella, umbrellaLine, umbrellaOperations } from './line.ts'

const { documents: _, ...plain } = umbrellaLine

const other = () =>
  reviewedPurchase({ ...plain, name: 'homeowners', prefix: 'ren', words: { ...plain.words, a: 'a renters' } })

test('the process sells a second line under its own names, and the first keeps its own', () => {
  const { line, operations } = other()
  expect(operations.draft).toMatchObject({
    id: 'homeownersDraft',
    summary: 'Create or change a renters application until it is ready for review.',
    input: { $id: 'HomeownersDraftRequest' },
  })
  expect(line).toMatchObject({ name: 'homeowners', prefix: 'ren', paymentJob: 'homeowners_payment_settled' })
  expect(umbrellaOperations.draft).toMatchObject({
    id: 'umbrellaDraft',
    input: { $id: 'UmbrellaDraftRequest' },
  })
  expect(umbrella.paymentJob).toBe('umbrella_payment_settled')
})

test('a line without documents has no job that reviews them, and names none', () => {
  const { line, operations } = other()
  const names = line.jobs.map(({ name }) => name)
  expect(umbrella.jobs.map(({ name }) => name)).toContain('review_umbrella_documents')
  expect(names).toHaveLength(umbrella.jobs.length - 1)
  expect(names.filter(name => name.includes('documents'))).toEqual([])
  expect(JSON.stringify(operations.attach)).not.toMatch(/undefined|declarations/)
})
