import { expect, test } from 'vitest'
import { reviewedPurchase } from '../line/reviewed-purchase/reviewed-purchase.ts'
import { umbrella, umbrellaLine } from './line.ts'

const { documents: _, ...plain } = umbrellaLine

const other = () =>
  reviewedPurchase({ ...plain, name: 'homeowners', words: { ...plain.words, a: 'a renters' } })

type Selling = Pick<typeof umbrella, 'rows'>

const operationAt = ({ rows }: Selling, end: string) => rows.find(({ path }) => path.endsWith(end))?.operation

test('the process sells a second line under its own names, and the first keeps its own', () => {
  const line = other()
  expect(operationAt(line, '/homeowners/draft')).toMatchObject({
    id: 'homeownersDraft',
    summary: 'Create or change a renters application until it is ready for review.',
    input: { $id: 'HomeownersDraftRequest' },
  })
  expect(line).toMatchObject({ name: 'homeowners', paymentJob: 'homeowners_payment_settled' })
  expect(operationAt(umbrella, '/umbrella/draft')).toMatchObject({
    id: 'umbrellaDraft',
    input: { $id: 'UmbrellaDraftRequest' },
  })
  expect(umbrella.paymentJob).toBe('umbrella_payment_settled')
})

test('a line without documents has no job that reviews them, and names none', () => {
  const line = other()
  const names = line.jobs.map(({ name }) => name)
  expect(umbrella.jobs.map(({ name }) => name)).toContain('review_umbrella_documents')
  expect(names).toHaveLength(umbrella.jobs.length - 1)
  expect(names.filter(name => name.includes('documents'))).toEqual([])
  expect(JSON.stringify(operationAt(line, '/attach'))).not.toMatch(/undefined|declarations/)
})
