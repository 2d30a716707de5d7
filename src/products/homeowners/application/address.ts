import { plainCity, plainStreet } from '../../line/fields/address-key.ts'
import type { HomeValues } from './application.ts'

export const addressKey = ({ street, city, state, zip }: HomeValues): string | null =>
  street && city && state && zip ? [plainStreet(street), plainCity(city), state, zip].join('|') : null
