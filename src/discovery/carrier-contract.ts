import type { App } from '../app.ts'
import { carrierContract } from '../carriers/openapi/carrier-contract.ts'
import type { Document, DocumentRow } from '../http/pages/document.ts'
import { lazily } from '../lib/lazily.ts'
import { contractYaml } from './contract-yaml.ts'

export const CARRIER_CONTRACT = '/carriers/openapi.yaml'

const written = lazily(
  (): Document => ({ type: 'application/yaml; charset=utf-8', body: contractYaml(carrierContract()) }),
)

export const carrierContractDocument: DocumentRow<App> = {
  path: CARRIER_CONTRACT,
  page: false,
  contract: null,
  respond: () => written(),
}
