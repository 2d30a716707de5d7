import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { call } from './client.ts'

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

/** Validates an answer against the schema that the contract publishes for its path, method and status. */
export const contractCheck = async (url: string) => {
  const contract = (await call(`${url}/openapi.json`)).body as Record<string, Record<string, never>>
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema(contract, 'contract')
  const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
  return (path: string, method: string, status: number, body: unknown): string | null => {
    const operation = `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`
    const reference = (
      contract.paths as Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
    )[path]?.[method.toLowerCase()]?.responses[status]
    if (!reference) return `${status} is not published for ${method} ${path}`
    const place = reference.$ref ?? operation
    const validate = ajv.getSchema(`contract${place}/content/application~1json/schema`)
    if (!validate) return `no schema at ${place}`
    return validate(body) ? null : ajv.errorsText(validate.errors)
  }
}
