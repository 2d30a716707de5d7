import type { DocumentRequest } from '../../http/pages/document.ts'

/** What the address says under this name; a name that is given twice counts once. */
export const queryText = ({ query }: DocumentRequest, name: string): string =>
  [query[name] ?? ''].flat()[0] ?? ''
