import { readFileSync } from 'node:fs'
import { isObject } from '../../../platform/lib/is-object.ts'
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

const mapped = <T>(values: Record<string, T>, change: (value: T, name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))

type Shorten = (value: unknown) => unknown

const shortLists: Shorten = value => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortLists)
  if (!isObject(value)) return value
  return mapped(value, shortLists)
}

const SHOWN_ELSEWHERE = ['offers', 'field_estimates']

const withoutOffers: Shorten = value =>
  isObject(value) ? mapped(value, (inner, name) => (SHOWN_ELSEWHERE.includes(name) ? [] : inner)) : value

const withShortLists = (example: Example, first: Shorten): Example => {
  const value = shortLists(first(example.value))
  return JSON.stringify(value) === JSON.stringify(example.value)
    ? example
    : { ...example, description: 'Lists are cut after one item.', value }
}

const isAfterOffers = (operationId: string): boolean => /Select|Bind/.test(operationId)

export const readExamples = (url: string): Examples => {
  const text = readFileSync(projectFile('data/examples.json'), 'utf8')
  const { operations, failures } = JSON.parse(text.replaceAll(EXAMPLE_URL, url)) as Examples
  const shortAnswers = ({ responses, ...rest }: OperationExamples, first: Shorten): OperationExamples => ({
    ...rest,
    responses: mapped(responses, named => mapped(named, example => withShortLists(example, first))),
  })
  return {
    operations: mapped(operations, (examples, id) =>
      shortAnswers(examples, isAfterOffers(id) ? withoutOffers : value => value),
    ),
    failures,
  }
}

const firstOf = (named: Named): Named => Object.fromEntries(Object.entries(named).slice(0, 1))

export type Kind = { request: string; answer: string }

/** One of each kind of request and answer. */
export const oneOfEach = () => {
  const shown = new Set<string>()
  const isNew = (kind: string): boolean => !shown.has(kind) && shown.add(kind).size > 0
  return ({ requests, responses, ...rest }: OperationExamples, kind: Kind): OperationExamples => ({
    ...rest,
    ...(requests && isNew(`request ${kind.request}`) && { requests: firstOf(requests) }),
    responses: isNew(kind.answer) ? mapped(responses, firstOf) : {},
  })
}

const OPERATOR_API = '/api/agent'

/** A shopper's assistant never reads about the operator API, not even in an error. */
export const failuresForShoppers = (failures: Examples['failures']): Examples['failures'] =>
  mapped(failures, named =>
    Object.fromEntries(
      Object.entries(named).filter(([, example]) => !JSON.stringify(example).includes(OPERATOR_API)),
    ),
  )
