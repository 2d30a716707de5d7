import { createHash } from 'node:crypto'

export const questionId = (...about: (string | number)[]): string =>
  `req_${createHash('sha256').update(about.join('/')).digest('base64url').slice(0, 22)}`
