import type { DocumentRequest } from '../../../platform/http/pages/document.ts'

export const queryText = ({ query }: DocumentRequest, name: string): string =>
  [query[name] ?? ''].flat()[0] ?? ''
