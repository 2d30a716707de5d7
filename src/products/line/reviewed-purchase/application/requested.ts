import { createHash } from 'node:crypto'
import { namedIn } from '../../fields/field.ts'
import type { ReviewedLine } from '../reviewed-line.ts'
import type { Application } from './application.ts'

export const ownName = ({ fields }: ReviewedLine, key: string): string => namedIn(fields, key) ?? key

export const requestedKeyOf = (line: ReviewedLine, field: string): string =>
  ownName(line, field.replace(/[.[].*$/s, ''))

/** Tells a request from a later one, which can ask for the same fields. */
export const requestToken = ({ purchase }: Pick<Application, 'purchase'>): string =>
  createHash('sha256')
    .update(purchase?.info_request?.reason ?? '')
    .digest('base64url')
    .slice(0, 22)
