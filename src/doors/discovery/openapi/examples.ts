import { readFileSync } from 'node:fs'
import { projectFile } from '../../../platform/project-file.ts'

export type Example = { summary: string; description?: string; value: unknown }
type Named = Record<string, Example>

export type OperationExamples = {
  parameters?: Record<string, string>
  requests?: Named
  responses: Record<string, Named>
}

export type Examples = {
  operations: Record<string, OperationExamples>
  failures: Record<string, Named>
}

export const EXAMPLE_URL = 'https://bindery.example'

const LARGE_CHARACTERS = 200

const longestList = ([first]: readonly unknown[]): number =>
  JSON.stringify(first ?? null).length > LARGE_CHARACTERS ? 1 : 2

type Shorten = (value: unknown) => unknown

const shortLists: Shorten = value => {
  if (Array.isArray(value)) {
    const isOfObjects = value.every(item => typeof item === 'object')
    return (isOfObjects ? value.slice(0, longestList(value)) : value).map(shortLists)
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortLists(inner)]))
}

const SHOWN_ELSEWHERE = ['offers', 'field_estimates']

const withoutOffers: Shorten = value =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, SHOWN_ELSEWHERE.includes(name) ? [] : inner]),
      )
    : value

const withShortLists = (example: Example, first: Shorten): Example => {
  const value = shortLists(first(example.value))
  return JSON.stringify(value) === JSON.stringify(example.value)
    ? example
    : { ...example, description: 'Lists are cut after two items, or after one if it is large.', value }
}

const isAfterOffers = (operationId: string): boolean => /Select|Bind/.test(operationId)

const mapNamed = (named: Named, first: Shorten): Named =>
  Object.fromEntries(Object.entries(named).map(([name, example]) => [name, withShortLists(example, first)]))

export const readExamples = (url: string): Examples => {
  const text = readFileSync(projectFile('data/examples.json'), 'utf8')
  const { operations, failures } = JSON.parse(text.replaceAll(EXAMPLE_URL, url)) as Examples
  const shortAnswers = ({ responses, ...rest }: OperationExamples, first: Shorten): OperationExamples => ({
    ...rest,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, named]) => [status, mapNamed(named, first)]),
    ),
  })
  return {
    operations: Object.fromEntries(
      Object.entries(operations).map(([id, examples]) => [
        id,
        shortAnswers(examples, isAfterOffers(id) ? withoutOffers : value => value),
      ]),
    ),
    failures,
  }
}

const firstOf = (named: Named): Named => Object.fromEntries(Object.entries(named).slice(0, 1))

export const oneOfEach = ({ requests, responses, ...rest }: OperationExamples): OperationExamples => ({
  ...rest,
  ...(requests && { requests: firstOf(requests) }),
  responses: Object.fromEntries(Object.entries(responses).map(([status, named]) => [status, firstOf(named)])),
})

const OPERATOR_API = '/api/agent'

/** A shopper's assistant never reads about the operator API, not even in an error. */
export const failuresForShoppers = (failures: Examples['failures']): Examples['failures'] =>
  Object.fromEntries(
    Object.entries(failures).map(([status, named]) => [
      status,
      Object.fromEntries(
        Object.entries(named).filter(([, example]) => !JSON.stringify(example).includes(OPERATOR_API)),
      ),
    ]),
  )
