import { carrierContract } from '../../agency/carriers/openapi/carrier-contract.ts'
import type { App } from '../../platform/app.ts'
import type { Document, DocumentRow } from '../../platform/http/pages/document.ts'
import { lazily } from '../../platform/lib/lazily.ts'
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
