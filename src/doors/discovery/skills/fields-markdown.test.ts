import { expect, test } from 'vitest'
import { fieldsMarkdown, products } from './fields-markdown.ts'

test('the fields of a list are named with their values, as those around it are', () => {
  const [homeowners, umbrella] = products.map(fieldsMarkdown)
  expect(homeowners).toContain('| `loans[].address` | text |')
  expect(homeowners).toContain('| `losses[].open` | true or false |')
  expect(umbrella).toContain('| `vehicles[].year` | an integer from')
})
