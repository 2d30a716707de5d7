import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { readableLog } from './readable-log.ts'

const said = (say: (log: ReturnType<typeof createLog>) => void): string[] => {
  const lines: string[] = []
  say(
    createLog(
      'info',
      readableLog(text => lines.push(stripVTControlCharacters(text))),
    ),
  )
  return lines.map(line => line.replace(/^\d\d:\d\d:\d\d /, '').trimEnd())
}

test('a first start says each phase once, however many migrations it has', () => {
  const lines = said(log => {
    log.info('embedded_postgres_initialised')
    for (const migration of ['1', '2', '3']) {
      log.info({ migration }, 'migration begins')
      log.info({ migration }, 'migration applied')
    }
    log.info({ anchor: 'x'.repeat(300) }, 'anchor of the log of seals')
  })
  expect(lines).toEqual(['Created a PostgreSQL database', 'Creating the tables'])
})

test('a request is one short line, and any other line keeps its facts', () => {
  const lines = said(log => {
    log.info({ request_id: 'r', method: 'GET', route: '/docs', status: 200, ms: 3, ip: 'x' }, 'request')
    log.warn({ migration: '0001', attempt: 2 }, 'migration waits for a lock')
  })
  expect(lines).toEqual(['GET /docs 200 3 ms', 'warn migration waits for a lock migration=0001 attempt=2'])
})
