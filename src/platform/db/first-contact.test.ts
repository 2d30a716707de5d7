import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { firstContact } from './first-contact.ts'

const refusal = (code: string, message: string): Error =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })

const failing = (error: unknown) => firstContact(() => Promise.reject(error))

describe('the first contact with the database', () => {
  test.each([
    ['3D000', 'database "none" does not exist'],
    ['28000', 'role "nobody" does not exist'],
    ['28P01', 'password authentication failed for user "bindery"'],
  ])('that ends with %s blames DATABASE_URL and says why', async (code, message) => {
    await expect(failing(refusal(code, message))).rejects.toThrow(ConfigError)
    await expect(failing(refusal(code, message))).rejects.toThrow(
      `DATABASE_URL was refused by its server (${message})`,
    )
  })

  test('without the password that the server wants blames DATABASE_URL', async () => {
    const error = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
    await expect(failing(error)).rejects.toThrow(/^DATABASE_URL was refused/)
  })

  test('as a role that may not migrate says what the owner must run', async () => {
    const error = refusal('42501', 'must be owner of table replays')
    await expect(failing(error)).rejects.toThrow(ConfigError)
    await expect(failing(error)).rejects.toThrow('"bindery reseal" always needs the owner.')
    await expect(failing(error)).rejects.toThrow(
      'may not do this (must be owner of table replays). Run "bindery migrate" and then deploy/postgres-roles.sql as the owner',
    )
  })

  test.each(['EAI_AGAIN', 'EHOSTUNREACH', 'ECONNREFUSED'])(
    'that ends with %s says that nobody answers',
    code =>
      expect(failing(Object.assign(new Error(code), { code, syscall: 'connect' }))).rejects.toThrow(
        /^DATABASE_URL names a database that does not answer/,
      ),
  )

  test('that fails for a reason of ours is told as it is', async () => {
    const error = refusal('42601', 'syntax error')
    await expect(failing(error)).rejects.toBe(error)
  })
})
