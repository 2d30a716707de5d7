import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { call } from '../people/client.ts'

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** What keeps a value from the schema that stands at this place of the contract. Null: nothing does. */
export const schemaCheck = (contract: object) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema(contract, 'contract')
  return (place: readonly (string | number)[], value: unknown): string | null => {
    const pointer = place.map(part => escaped(String(part))).join('/')
    const validate = ajv.getSchema(`contract#/${pointer}`)
    if (!validate) return `no schema at ${pointer}`
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }
}

type Responses = Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>

/** Validates an answer against the schema that the contract publishes for its path, method and status. */
export const contractCheck = async (url: string) => {
  const contract = (await call(`${url}/openapi.json`)).body as { paths: Responses }
  const problemOf = schemaCheck(contract)
  return (path: string, method: string, status: number, body: unknown): string | null => {
    const operation = ['paths', path, method.toLowerCase(), 'responses', status]
    const responses = contract.paths[path]?.[method.toLowerCase()]?.responses
    const response = responses?.[status] ?? responses?.default
    if (!response) return `${status} is not published for ${method} ${path}`
    const place = response.$ref?.slice(2).split('/') ?? operation
    return problemOf([...place, 'content', 'application/json', 'schema'], body)
  }
}
