import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseAway } from './database.ts'

const coded = (code: string, severity = 'ERROR'): Error =>
  Object.assign(new pg.DatabaseError('', 0, 'error'), { code, severity })

test.each(['08006', '25006', '25P03', '53100', '53300', '57P01', '57P03', 'EHOSTUNREACH', 'EAI_AGAIN'])(
  '%s means that the database is away, so the caller may try again',
  code => expect(isDatabaseAway(coded(code))).toBe(true),
)

test.each(['23505', '40001', '42601', '55P03'])('%s does not', code =>
  expect(isDatabaseAway(coded(code))).toBe(false),
)

test.each([
  ['FATAL', true],
  ['ERROR', false],
])('an internal error of severity %s ends the connection: %s', (severity, isAway) =>
  expect(isDatabaseAway(coded('XX000', severity))).toBe(isAway),
)

test.each(['28P01', '3D000'])('a connection refused with %s needs a person, not another try', code =>
  expect(isDatabaseAway(coded(code, 'FATAL'))).toBe(false),
)
