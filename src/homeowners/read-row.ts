import { type SentEstimate, sameValue } from '../line/estimates.ts'
import { isObject, type Json } from '../line/merge.ts'
import { homeFields } from './fields.ts'
import { readEstimates } from './read-estimates.ts'
import { emptyReading, include, type Reading, readFields } from './read-fields.ts'

/** What a row of `home[]` says about one home. */
export type Row = Reading & { property_id: string | null; estimates: SentEstimate[] }

const { street, city, state, zip } = homeFields
const addressFields = { street, city, state, zip }

export const emptyRow = (): Row => ({ ...emptyReading(), property_id: null, estimates: [] })

/** A house number that came apart from its street stands in front of it again. */
const joinStreet = (reading: Reading, input: Json): Json => {
  const { streetnumber, ...rest } = input
  if (streetnumber === undefined || streetnumber === null) return rest
  const number = typeof streetnumber === 'number' ? String(streetnumber) : streetnumber
  const name = rest.street
  if (typeof number !== 'string' || typeof name !== 'string' || number.trim() === '' || name.trim() === '') {
    reading.problems.push({
      path: 'streetnumber',
      problem: 'stands alone',
      expected: 'a house number beside street',
    })
    return rest
  }
  const isThere = name.trim().startsWith(`${number.trim()} `)
  return { ...rest, street: isThere ? name : `${number.trim()} ${name.trim()}` }
}

const readAddress = (raw: unknown): Reading => {
  const reading = emptyReading()
  if (raw === undefined) return reading
  if (raw === null) {
    for (const name of Object.keys(addressFields)) reading.values.set(name, null)
    return reading
  }
  if (!isObject(raw)) {
    reading.problems.push({ path: 'address', problem: 'has the wrong type', expected: 'an object' })
    return reading
  }
  const inside = emptyReading()
  const read = readFields(addressFields, joinStreet(inside, raw))
  include(reading, 'address', { ...read, problems: [...inside.problems, ...read.problems] })
  for (const [name, value] of read.values) reading.values.set(name, value)
  return reading
}

const flatten = (row: Reading, address: Reading): void => {
  for (const [name, value] of address.values) {
    if (row.values.has(name) && !sameValue(row.values.get(name), value))
      row.problems.push({
        path: `address.${name}`,
        problem: `differs from ${name}`,
        expected: 'only one of the two',
      })
    else row.values.set(name, value)
  }
  for (const [path, value] of address.unknown) row.unknown.set(path, value)
  row.problems.push(...address.problems)
}

const readPropertyId = (row: Reading, raw: unknown): string | null => {
  if (raw === undefined || raw === null || typeof raw === 'string') return raw ?? null
  row.problems.push({ path: 'property_id', problem: 'has the wrong type', expected: 'a string' })
  return null
}

export const readRow = (input: Json): Row => {
  const { property_id, address, field_estimates, ...flat } = input
  const joined = emptyReading()
  const row = readFields(homeFields, joinStreet(joined, flat))
  row.problems.unshift(...joined.problems)
  flatten(row, readAddress(address))
  const id = readPropertyId(row, property_id)
  return { ...row, property_id: id, estimates: readEstimates(row, field_estimates) }
}
