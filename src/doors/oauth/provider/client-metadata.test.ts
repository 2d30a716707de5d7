import { expect, test } from 'vitest'
import { registrableMetadata } from './client-metadata.ts'

const BRANDS = ['Bindery', 'Harbor Lane Insurance']

const typeOf = (redirect_uris: unknown, application_type?: string) =>
  (
    registrableMetadata({ redirect_uris, ...(application_type && { application_type }) }, BRANDS) as {
      application_type: string
    }
  ).application_type

test.each([
  [['https://app.example/cb'], 'web'],
  [['http://127.0.0.1:8000/cb'], 'native'],
  [['http://localhost/cb', 'https://app.example/cb'], 'native'],
  [['com.example.app:/cb'], 'native'],
])('%j belongs to a %s client', (uris, type) => {
  expect(typeOf(uris)).toBe(type)
})

test('a client may say that it is native, and one on a device is native whatever it says', () => {
  expect(typeOf(['https://app.example/cb'], 'native')).toBe('native')
  expect(typeOf(['http://127.0.0.1/cb'], 'web')).toBe('native')
})

test('scopes are registered, the rest is passed on, and what is no object stays what it is', () => {
  expect(registrableMetadata({ client_name: 'a', scope: 'umbrella' }, BRANDS)).toEqual({
    client_name: 'a',
    application_type: 'web',
    registered_scope: 'umbrella',
  })
  for (const other of [null, 'text', 3, ['list']]) expect(registrableMetadata(other, BRANDS)).toBe(other)
})

test.each([
  [{ client_name: 'Bindery' }, 'client_name'],
  [{ client_name: 'B-i-n-d-é-r-y support' }, 'client_name'],
  [{ client_name: 'HARBOR LANE insurance, Inc.' }, 'client_name'],
  [{ client_name: 'Bındery' }, 'client_name is the name of this service'],
  [{ client_name: 'Harbor Lane lnsurance' }, 'client_name is the name of this service'],
  [{ client_name: 'B\u0456nder' }, 'alphabets'],
  [{ redirect_uris: ["https://a.example;script-src 'unsafe-inline'/cb", 'https://a;b.example/'] }, 'host'],
  [{ scope: 'umbrella everything' }, 'scopes'],
  [{ client_name: 'a', logo_uri: `https://a.example/${'x'.repeat(5000)}` }, 'too large'],
])('%j is refused', (metadata, words) => {
  expect(() => registrableMetadata(metadata, BRANDS)).toThrow(words)
})
