import { expect, test } from 'vitest'
import { shareSchemas } from './share-schemas.ts'

const properties = Object.fromEntries(
  ['street', 'city', 'state', 'zip'].map(name => [name, { type: 'string', description: `The ${name}.` }]),
)
const place = { type: 'object', properties }
const ref = { $ref: '#/components/schemas/Place' }

test('a part that two schemas write out becomes one component, named after its property', () => {
  const shared = shareSchemas({
    Home: { type: 'object', properties: { place } },
    Office: { type: 'object', properties: { place, rooms: { type: 'array', items: place } } },
  })
  expect(shared).toEqual({
    Home: { type: 'object', properties: { place: ref } },
    Office: { type: 'object', properties: { place: ref, rooms: { type: 'array', items: ref } } },
    Place: place,
  })
})

test('what repeats only inside a shared part is not shared again, and a taken name gets a number', () => {
  const outer = { type: 'object', properties: { inner: place } }
  const shared = shareSchemas({
    Place: { type: 'object', properties: { a: outer } },
    Other: { type: 'object', properties: { a: outer } },
  })
  expect(Object.keys(shared).sort()).toEqual(['A', 'Other', 'Place'])
  const twice = shareSchemas({
    Place: { type: 'string' },
    Home: { type: 'object', properties: { place } },
    Office: { type: 'object', properties: { place } },
  })
  expect(twice.Place2).toEqual(place)
})

test('data in a schema stays as it is', () => {
  const examples = [{ properties: { place } }, { properties: { place } }]
  expect(shareSchemas({ Home: { type: 'object', examples } })).toEqual({
    Home: { type: 'object', examples },
  })
})
