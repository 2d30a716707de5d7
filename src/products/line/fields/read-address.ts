import { isObject } from '../../../platform/lib/is-object.ts'
import { sameValue } from './estimates.ts'
import type { Field, FieldTable } from './field.ts'
import type { Json } from './merge.ts'
import { emptyReading, include, type Reading, readFields } from './read-fields.ts'

const joinStreet = (reading: Reading, input: Json): Json => {
  const { streetnumber, ...rest } = input
  if (streetnumber === undefined || streetnumber === null) return rest
  const number = typeof streetnumber === 'number' ? String(streetnumber) : streetnumber
  const name = rest.street
  if (typeof number !== 'string' || typeof name !== 'string' || number.trim() === '' || name.trim() === '') {
    reading.problems.push({
      path: 'streetnumber',
      code: 'street_required',
      expected: 'a house number beside street',
    })
    return rest
  }
  const isThere = name.trim().startsWith(`${number.trim()} `)
  return { ...rest, street: isThere ? name : `${number.trim()} ${name.trim()}` }
}

/** A PO box is a mailing address; carriers need the home's location. */
const PO_BOX = /^\s*(?:p\.?\s*o\.?|post\s+office)\s*box\b/i

const refusePoBox = (reading: Reading): void => {
  const street = reading.values.get('street')
  if (typeof street === 'string' && PO_BOX.test(street))
    reading.problems.push({
      path: 'street',
      code: 'po_box',
      expected: 'the street where the home stands',
    })
}

const readAddress = (addressFields: FieldTable, raw: unknown): Reading => {
  const reading = emptyReading()
  if (raw === undefined) return reading
  if (raw === null) {
    for (const name of Object.keys(addressFields)) reading.values.set(name, null)
    return reading
  }
  if (!isObject(raw)) {
    reading.problems.push({ path: 'address', code: 'wrong_type', expected: 'an object' })
    return reading
  }
  const inside = emptyReading()
  const read = readFields(addressFields, joinStreet(inside, raw))
  refusePoBox(read)
  include(reading, 'address', { ...read, problems: [...inside.problems, ...read.problems] })
  for (const [name, value] of read.values) reading.values.set(name, value)
  return reading
}

const flatten = (row: Reading, address: Reading): void => {
  for (const [name, value] of address.values) {
    if (row.values.has(name) && !sameValue(row.values.get(name), value))
      row.problems.push({
        path: `address.${name}`,
        code: 'differs',
        facts: { other: name },
        expected: 'only one of the two',
      })
    else row.values.set(name, value)
  }
  for (const [path, value] of address.unknown) row.unknown.set(path, value)
  row.problems.push(...address.problems)
}

type WithAddress = FieldTable & Readonly<Record<'street' | 'city' | 'state' | 'zip', Field>>

export const readWithAddress = (fields: WithAddress, input: Json): Reading => {
  const { address, ...flat } = input
  const { street, city, state, zip } = fields
  const joined = emptyReading()
  const row = readFields(fields, joinStreet(joined, flat))
  refusePoBox(row)
  row.problems.unshift(...joined.problems)
  flatten(row, readAddress({ street, city, state, zip }, address))
  return row
}
