import { fail } from '../errors.ts'
import type { DocumentRow } from '../http/pages/document.ts'
import { findAsset } from './assets.ts'

export const assetDocuments: DocumentRow<unknown>[] = [
  {
    path: '/assets/{hash}/{name}',
    page: false,
    contract: null,
    respond: (_app, { params: { hash, name } }) =>
      findAsset(String(name), `/assets/${hash}/${name}`) ?? fail('not_found'),
  },
]
