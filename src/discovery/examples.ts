import { readFileSync } from 'node:fs'
import { projectFile } from '../lib/project-file.ts'

export type Example = { summary: string; value: unknown }
type Named = Record<string, Example>

export type OperationExamples = {
  parameters?: Record<string, string>
  requests?: Named
  responses: Record<string, Named>
}

/** Recorded from the running service by `npm run examples`. */
export type Examples = {
  operations: Record<string, OperationExamples>
  failures: Record<string, Named>
}

/** Replaced by the service's own URL in published documents. */
export const EXAMPLE_URL = 'https://bindery.example'

export const readExamples = (url: string): Examples => {
  const text = readFileSync(projectFile('data/examples.json'), 'utf8')
  return JSON.parse(text.replaceAll(EXAMPLE_URL, url)) as Examples
}

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
