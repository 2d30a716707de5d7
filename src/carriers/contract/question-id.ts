import { createHash } from 'node:crypto'

/** The same for the same question at every attempt, so that the far end sees one request. */
export const questionId = (...about: (string | number)[]): string =>
  `req_${createHash('sha256').update(about.join('/')).digest('base64url').slice(0, 22)}`
