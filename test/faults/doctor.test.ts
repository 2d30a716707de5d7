import { describe, expect, test } from 'vitest'
import { createDatabase, emptyDatabase, migrationNames, query } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { runBindery } from '../support/process.ts'
import { SECRET_KEY, serviceForThisTest } from '../support/service.ts'

describe('bindery doctor', () => {
  test('finds nothing to fix in a good set-up', async () => {
    const { code, output } = await runBindery(['doctor'], {
      DATABASE_URL: await createDatabase(),
      SECRET_KEY,
    })
    expect(output).toContain('✓ database')
    expect(output).toContain('! SMTP_URL is not set')
    expect(code).toBe(0)
  })

  test('names a silent mail server and dead mails, and what to do', async () => {
    const service = await serviceForThisTest()
    await query(
      service.databaseUrl,
      "insert into emails (email_id, recipient, subject, status, created_at) values ('eml_x', 'a@b.co', 's', 'dead', now())",
    )
    const dead = await runBindery(['doctor'], {
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY,
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    })
    expect(dead.code).toBe(1)
    expect(dead.output).toContain('✗ mail server: does not answer (ESOCKET)')
    expect(dead.output).toContain('✗ dead mails: 1 mails could not be sent')
  })

  test('on an empty database names what is missing, does not look further, and leaves it empty', async () => {
    const databaseUrl = await emptyDatabase()
    const { code, output } = await runBindery(['doctor'], { DATABASE_URL: databaseUrl, SECRET_KEY })
    expect(code).toBe(1)
    for (const name of await migrationNames()) expect(output).toContain(name)
    expect(output).toContain('run "bindery migrate"')
    expect(output).toContain('! dead mails: not looked at, since migrations failed.')
    expect(output).toContain('! dead jobs: not looked at, since migrations failed.')
    expect(output).not.toContain('does not answer')
    expect(
      await query(databaseUrl, "select from pg_class where relnamespace = 'public'::regnamespace"),
    ).toEqual([])
  })
})
