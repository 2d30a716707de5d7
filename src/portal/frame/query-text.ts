import type { DocumentRequest } from '../../http/pages/document.ts'

export const queryText = ({ query }: DocumentRequest, name: string): string =>
  [query[name] ?? ''].flat()[0] ?? ''
