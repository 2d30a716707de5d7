import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { audit } from '../../../src/doors/cli/audit.ts'
import { mail, migrateOnly, oauth, resealAll } from '../../../src/doors/cli/upkeep.ts'
import { startStop } from '../../../src/doors/desk/stops/pages.ts'
import { unsupportedNode } from '../../../src/platform/config/node-lines.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { DatabaseAwayError } from '../../../src/platform/db/first-contact.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { createDatabase, emptyDatabase, migrationNames, query } from '../../support/database/database.ts'
import { runBindery } from '../../support/servers/command.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { AGENCY, DEMONSTRATION, license, licensesFile, PRODUCTION } from '../../support/servers/production.ts'
import { SECRET_KEY, serviceForThisTest } from '../../support/servers/service.ts'

describe('bindery doctor', () => {
  test('finds nothing to fix in a good set-up', async () => {
    const { code, output } = await runBindery(['doctor'], {
      DATABASE_URL: await createDatabase(),
      SECRET_KEY,
    })
    expect(output).toContain('✓ database')
    expect(output).toContain('! SMTP_URL is not set')
    const oldNode = unsupportedNode(process.versions.node, new Date())
    if (oldNode !== null) expect(output).toContain(`! ${oldNode}`)
    expect(code).toBe(0)
  })

  test('prints line by state: license, markets, and what stops a live sale, binding stops included', async () => {
    const env = {
      DEMO_CARRIERS: 'off',
      CARRIERS_FILE: carriersFile([
        { id: 'acme', url: 'https://acme.example', homeowners_states: ['IL', 'OH', 'TX', 'CA'] },
        {
          id: 'quay',
          url: 'https://quay.example',
          homeowners_states: ['CO', 'IL', 'MD'],
          admitted: { CO: false, IL: false, MD: false },
        },
        {
          id: 'reef',
          url: 'https://reef.example',
          homeowners_states: ['IL'],
          admitted: { IL: true },
        },
      ]),
      LICENSES_FILE: licensesFile(
        license({ expires: '2099-12-31', lines: ['homeowners'] }),
        license({
          state: 'MD',
          expires: '2099-12-31',
          lines: ['homeowners'],
          surplus_lines: { number: 'SL-1', expires: '2099-12-31' },
        }),
        license({
          state: 'CO',
          expires: '2099-12-31',
          lines: ['homeowners'],
          surplus_lines: { number: 'SL-2', expires: '2099-12-31' },
        }),
        license({ state: 'OH', expires: '2020-01-31' }),
        license({ state: 'CA', lines: ['homeowners'], appointments: ['another'] }),
      ),
    }
    const { app, databaseUrl } = await serviceForThisTest({ env })
    for (const where of [{ state: 'MD' }, { carrier: 'reef', state: 'IL' }, { zips: '62704' }])
      await startStop(app, 'staff:test', new URLSearchParams({ ...where, reason: 'Storm.' }))
    const { code, output } = await runBindery(['doctor'], { ...env, DATABASE_URL: databaseUrl, SECRET_KEY })
    expect(code).toBe(0)
    const rows = output.split('\n').map(line => line.trim().split(/ {2,}/))
    expect(rows).toContainEqual(['line', 'states', 'license', 'markets', 'live sale'])
    const sale = 'yes, except reef (binding stop)'
    expect(rows).toContainEqual(['homeowners', 'IL', '100200300 to 2099-12-31', 'acme, quay, reef', sale])
    expect(rows).toContainEqual(['homeowners', 'MD', '100200300 to 2099-12-31', 'quay', 'no: binding stop'])
    expect(output).toContain('! binding stop, in force, until it is lifted: 1 ZIP code (62704) (Storm.)')
    expect(output).toContain(
      'surplus_lines_search for homeowners has no source in CO: staff record the search',
    )
    expect(output).toContain(
      '! LICENSES_FILE has no valid surplus_lines for IL: surplus lines carriers are not asked there',
    )
    expect(output).toContain('! CARRIERS_FILE does not say "admitted" for acme: they count')
    expect(output).toContain('! fraud_warning for homeowners has no source in CO, IL, MD: people read')
    expect(rows).toContainEqual(['homeowners', 'OH', 'expired', 'acme', 'no: no valid license'])
    expect(rows).toContainEqual(['homeowners', 'TX', 'none', 'acme', 'no: no valid license'])
    expect(rows).toContainEqual(['homeowners', 'CA', '100200300 to 2099-12-31', 'acme', 'no: no appointment'])
    expect(rows).toContainEqual(['umbrella', '50 states', 'none', 'none', 'no: no valid license, no market'])
  })

  test('in production fails when nothing can be sold', async () => {
    const { code, output } = await runBindery(['doctor'], {
      ...PRODUCTION,
      ...AGENCY,
      DATABASE_URL: await createDatabase(),
      CARRIERS_FILE: carriersFile([{ id: 'acme', url: 'https://acme.example', homeowners_states: ['TX'] }]),
      LICENSES_FILE: licensesFile(license()),
    })
    expect(output).toContain('✗ live sales: nothing can be sold')
    expect(code).toBe(1)
  })

  test('names a silent mail server and dead emails, and what to do', async () => {
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
    expect(dead.output).toContain('✗ dead emails: 1 emails could not be sent')
  })

  test('on an empty database names what is missing, does not look further, and leaves it empty', async () => {
    const databaseUrl = await emptyDatabase()
    const { code, output } = await runBindery(['doctor'], { DATABASE_URL: databaseUrl, SECRET_KEY })
    expect(code).toBe(1)
    for (const name of await migrationNames()) expect(output).toContain(name)
    expect(output).toContain('run "bindery migrate"')
    expect(output).toContain('! dead emails: skipped, because migrations failed.')
    expect(output).toContain('! dead jobs: skipped, because migrations failed.')
    expect(output).not.toContain('does not answer')
    expect(
      await query(databaseUrl, "select from pg_class where relnamespace = 'public'::regnamespace"),
    ).toEqual([])
  })

  test('without a database looks at the rest, names the setting, and ends with 1', async () => {
    const { code, output, errors } = await runBindery(['doctor'], {
      DATABASE_URL: await nobody(),
      SECRET_KEY,
    })
    expect(code).toBe(1)
    expect(output).toContain(`✗ database: ${NOBODY_ANSWERS}`)
    expect(output).toContain('✓ mail server')
    expect(errors).toBe(
      'bindery: fix what is listed above: database, migrations, secret key, dead emails, dead jobs.\n',
    )
  })

  test('before the first start says that there is no database yet, makes none, and in production advises a server', async () => {
    const DATA_DIR = join(tmpdir(), `bindery-none-${process.pid}`)
    const { code, errors, output } = await runBindery(['doctor'], { ...DEMONSTRATION, DATA_DIR })
    expect(code).toBe(1)
    expect(output).toContain('! DATABASE_URL is not set: everything is kept in DATA_DIR')
    expect(errors).toMatch(/^bindery: There is no database in .+ yet: start the service.+\n$/)
    expect(existsSync(DATA_DIR)).toBe(false)
  })
})

const NOBODY_ANSWERS = 'DATABASE_URL names a database that does not answer. Start it, or correct the URL.'

const nobody = async (): Promise<string> => `postgresql://bindery@127.0.0.1:${await freePort()}/bindery`

const commands = {
  mail: [mail, []],
  'mail retry': [mail, ['retry', 'eml_x']],
  'audit verify': [audit, ['verify']],
  reseal: [resealAll, []],
  'oauth rotate-keys': [oauth, ['rotate-keys']],
} as const

describe('a command', () => {
  test('whose database is away ends with one sentence and 1, without a stack', async () => {
    const { code, output } = await runBindery(['mail'], { DATABASE_URL: await nobody(), SECRET_KEY })
    expect(output).toBe(`bindery: ${NOBODY_ANSWERS}\n`)
    expect(code).toBe(1)
  })

  test.each(Object.entries(commands))('"%s" says what is missing', async (_, [run, args]) => {
    const away = readConfig({ DATABASE_URL: await nobody(), SECRET_KEY })
    await expect(run(away, { args, values: {} })).rejects.toEqual(new DatabaseAwayError(NOBODY_ANSWERS))
    const empty = readConfig({ DATABASE_URL: await emptyDatabase(), SECRET_KEY })
    await expect(run(empty, { args, values: {} })).rejects.toThrow(/not applied: run "bindery migrate"/)
    const none = readConfig({ DATA_DIR: join(tmpdir(), `bindery-none-${process.pid}`), SECRET_KEY })
    await expect(run(none, { args, values: {} })).rejects.toThrow(/^There is no database in/)
    expect(existsSync(none.dataDir)).toBe(false)
  })

  test('"migrate" says so too', async () => {
    const away = readConfig({ DATABASE_URL: await nobody(), SECRET_KEY })
    await expect(migrateOnly(away)).rejects.toEqual(new DatabaseAwayError(NOBODY_ANSWERS))
  })
})
