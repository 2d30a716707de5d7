import type { DocumentRequest } from '../../http/pages/document.ts'

/** A query parameter; the first one if it is repeated. */
export const queryText = ({ query }: DocumentRequest, name: string): string =>
  [query[name] ?? ''].flat()[0] ?? ''
