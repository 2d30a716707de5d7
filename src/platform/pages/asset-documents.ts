import type { Brand } from '../config/agency.ts'
import { fail } from '../errors.ts'
import type { DocumentRow } from '../http/pages/document.ts'
import { findAsset } from './assets.ts'
import { brandFiles } from './brand-files.ts'

export const assetDocuments: DocumentRow<{ config: { brand: Brand } }>[] = [
  {
    path: '/assets/{hash}/{name}',
    page: false,
    contract: null,
    respond: (_app, { params: { hash, name } }) =>
      findAsset(String(name), `/assets/${hash}/${name}`) ?? fail('not_found'),
  },
  {
    path: '/brand/{hash}/{name}',
    page: false,
    contract: null,
    respond: ({ config }, { params: { hash, name } }) =>
      brandFiles(config.brand).byUrl.get(`/brand/${hash}/${name}`) ?? fail('not_found'),
  },
]
