import { expect, test } from 'vitest'
import { registrableMetadata } from './client-metadata.ts'

const typeOf = (redirect_uris: unknown, application_type?: string) =>
  (
    registrableMetadata({ redirect_uris, ...(application_type && { application_type }) }) as {
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

test('scopes are not registered, the rest is passed on, and what is no object stays what it is', () => {
  expect(registrableMetadata({ client_name: 'a', scope: 'umbrella' })).toEqual({
    client_name: 'a',
    application_type: 'web',
  })
  for (const other of [null, 'text', 3, ['list']]) expect(registrableMetadata(other)).toBe(other)
})
