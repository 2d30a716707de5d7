import pg from 'pg'
import { expect, test } from 'vitest'
import { asFailure } from './failure-reply.ts'

test.each(['55P03', '40P01', '53100'])(
  'a call that the database refused with %s gets 503, and its code is told',
  code => {
    const told: unknown[] = []
    const error = Object.assign(new pg.DatabaseError('not now', 1, 'error'), { code })
    const tell = (fault: unknown) => void told.push(fault)
    const failure = asFailure(error, { bodyLimitBytes: 1, onFault: tell, onDatabaseAway: tell })
    expect({ code: failure.code, told }).toEqual({ code: 'unavailable', told: [error] })
  },
)
