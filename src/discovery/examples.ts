import { readFileSync } from 'node:fs'
import { projectFile } from '../lib/project-file.ts'

export type Example = { summary: string; value: unknown }
type Named = Record<string, Example>

export type OperationExamples = {
  parameters?: Record<string, string>
  requests?: Named
  responses: Record<string, Named>
}

/** Requests and answers of the running service, by operationId and status. `npm run examples` writes them. */
export type Examples = {
  operations: Record<string, OperationExamples>
  failures: Record<string, Named>
}

/** The address in the stored examples; a published document has the service's own in its place. */
export const EXAMPLE_URL = 'https://bindery.example'

/** Read when a document is made, not at the start: most processes are never asked for one. */
export const readExamples = (url: string): Examples => {
  const text = readFileSync(projectFile('data/examples.json'), 'utf8')
  return JSON.parse(text.replaceAll(EXAMPLE_URL, url)) as Examples
}

const OPERATORS = '/api/agent'

/** A shopper's assistant is told nothing of the operator's surface, not even in a refusal. */
export const failuresForShoppers = (failures: Examples['failures']): Examples['failures'] =>
  Object.fromEntries(
    Object.entries(failures).map(([status, named]) => [
      status,
      Object.fromEntries(
        Object.entries(named).filter(([, example]) => !JSON.stringify(example).includes(OPERATORS)),
      ),
    ]),
  )
