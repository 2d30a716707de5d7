import { createHash } from 'node:crypto'
import { namedIn } from '../../line/fields/field.ts'
import type { Application } from './application.ts'
import { umbrellaFields } from './fields.ts'

export const ownName = (key: string): string => namedIn(umbrellaFields, key) ?? key

export const requestedKeyOf = (field: string): string => ownName(field.replace(/[.[].*$/s, ''))

/** Tells a request from a later one, which can ask for the same fields. */
export const requestToken = ({ purchase }: Pick<Application, 'purchase'>): string =>
  createHash('sha256')
    .update(purchase?.info_request?.reason ?? '')
    .digest('base64url')
    .slice(0, 22)
