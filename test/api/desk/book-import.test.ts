import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { plusDays, plusYears } from '../../../src/platform/values/calendar.ts'
import { eraseOverdue } from '../../../src/products/erase-job.ts'
import { entriesOf } from '../../../src/products/line/adopt.ts'
import { openRenewals } from '../../../src/products/renewal-job.ts'
import { query } from '../../support/database/database.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import type { Visitor } from '../../support/people/visitor.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { runBindery } from '../../support/servers/command.ts'
import { SECRET_KEY, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let ann: Visitor
beforeAll(async () => {
  service = await startTestService({ env: { STAFF_EMAILS: STAFF, RATE_LIMITS: 'off' } })
  ann = await signIn(service, service.url)
})
afterAll(() => service.stop())

const folder = mkdtempSync(join(tmpdir(), 'book-'))
const HEADING =
  'policy_number,line,carrier,full_name,email,street,city,state,zip,effective_date,expiration_date,annual_premium'

const today = () => service.app.clock.now().toISOString().slice(0, 10)
const carrier = () => {
  const [first] = (service.app.carriers.homeowners?.live ?? []) as { id: string; name: string }[]
  return first as { id: string; name: string }
}

let files = 0
const run = (lines: readonly string[], more: string[] = []) => {
  const file = join(folder, `book-${++files}.csv`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return runBindery(['book', 'import', file, ...more], { DATABASE_URL: service.databaseUrl, SECRET_KEY })
}

const row = (number: string, told: Record<string, string> = {}): string => {
  const values: Record<string, string> = {
    policy_number: number,
    line: 'homeowners',
    carrier: carrier().name,
    full_name: `Wilhelmina Quack${number.toLowerCase().replaceAll(/\d/g, '')}`,
    email: `${number.toLowerCase()}@customer.example`,
    street: `${number.replaceAll(/\D/g, '') || 1} Periwinkle Street`,
    city: 'Springfield',
    state: 'IL',
    zip: '62704',
    effective_date: plusDays(today(), -300),
    expiration_date: plusYears(plusDays(today(), -300), 1),
    annual_premium: '"1,250.50"',
    ...told,
  }
  return HEADING.split(',')
    .map(name => values[name])
    .join(',')
}

const uidOf = async (number: string): Promise<string> => {
  const [found] = await query<{ uid: string }>(
    service.databaseUrl,
    `select uid from book_entries where policy_number = '${number}'`,
  )
  return String(found?.uid)
}

const find = async (q: string): Promise<string> => {
  const { location } = await ann.send('/desk/book', { q })
  return (await ann.open(location ?? '/nowhere')).text
}

describe('bindery book import', () => {
  test('brings in policies, names each line that it refuses and why, and a repeat brings in nothing', async () => {
    const lines = [
      HEADING,
      row('HOA1'),
      row('UMA2', { line: 'Personal umbrella', carrier: 'somebody else' }),
      row('HOA3', { zip: '78701', email: 'nobody' }),
    ]
    const first = await run(lines)
    expect(first.output.split('\n')).toEqual([
      'line 4: email is not an email address. Enter name@example.com. zip is in Texas (TX), not in Illinois (IL). Enter a ZIP code in the state, or the state of the ZIP code.',
      '2 imported, 1 refused',
      'Of these, 1 is kept as history only: we don’t place policies with their insurance company.',
      '',
    ])
    expect(first.code).toBe(0)
    const again = await run(lines)
    expect(again.output).toContain('0 imported, 1 refused\n2 policies were here already.\n')
  })

  test('a dry run says the same and keeps nothing', async () => {
    const lines = [HEADING, row('HOB21'), row('HOB21')]
    const dry = await run(lines, ['--dry-run'])
    expect(dry.output).toContain('1 imported, 0 refused\n1 policy was here already.\nThis was a dry run')
    expect(
      await query(service.databaseUrl, `select 1 from book_entries where policy_number = 'hob21'`),
    ).toEqual([])
    expect((await run(lines)).output).toContain('1 imported, 0 refused')
  })

  test('their columns are named by a mapping', async () => {
    const mapping = join(folder, 'mapping.json')
    writeFileSync(mapping, JSON.stringify({ policy_number: 'Pol #', full_name: 'Insured' }))
    const theirs = HEADING.replace('policy_number', 'POL #').replace('full_name', 'insured')
    expect((await run([theirs, row('HOC31')], ['--mapping', mapping])).output).toContain('1 imported')
    const without = await run([theirs, row('HOC32')])
    expect(without).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no heading policy_number, full_name'),
    })
  })
})

describe('an imported customer', () => {
  test('is found by a part of the name, the street, the email and the number, and the page says where it came from', async () => {
    await run([HEADING, row('HOD77', { full_name: 'Ottilie Zuckerbrot' })])
    const uid = await uidOf('hod77')
    for (const text of ['zucke', '77 Periwinkle', 'hod77@customer.example', 'HOD-77'])
      expect(await find(text)).toContain(uid)
    const { text } = await ann.open(`/desk/book/${uid}`)
    expect(text).toContain('HOD77')
    expect(text).toContain('Policies from files')
    expect(text).toContain('line 2')
  })

  test('has a policy that renews, and asks for a new lender, like any other', async () => {
    await run([HEADING, row('HOE51')])
    const uid = await uidOf('hoe51')
    const [policy] = await policiesOf(service.app, uid)
    expect(policy).toMatchObject({ policy_number: 'HOE51', order_id: null, annual_price: 1251 })
    expect(policy?.versions).toMatchObject([{ basis: 'imported', terms: { price_cents: 125_050 } }])
    const asked = {
      kind: 'lender',
      details: 'New bank: First Elm, loan 1',
      policy_number: 'HOE51',
      wanted_on: '',
    }
    expect((await ann.send(`/desk/book/${uid}/requests`, asked)).location).toContain('done=requested')
    await runJob(service, openRenewals)
    expect((await policiesOf(service.app, uid))[0]?.renewals).toMatchObject([{ status: 'due' }])
    const starts = plusYears(plusDays(today(), -300), 1)
    const next = row('HOE51', {
      effective_date: starts,
      expiration_date: plusYears(starts, 1),
      annual_premium: '1300',
    })
    expect((await run([HEADING, next])).output).toContain('1 imported, 0 refused\n')
    const [renewed] = await policiesOf(service.app, uid)
    expect(renewed?.renewals).toMatchObject([{ status: 'renewed', annual_price: 1300 }])
    expect(renewed?.versions.at(-1)).toMatchObject({ basis: 'imported', effective_from: starts })
  })

  test('is re-shopped from the file’s values, which stay estimates until the person confirms them', async () => {
    await run([HEADING, row('HOF61')])
    const uid = await uidOf('hof61')
    await runJob(service, openRenewals)
    const [policy] = await policiesOf(service.app, uid)
    const [renewal] = policy?.renewals ?? []
    expect((await ann.send(`/desk/renewals/${renewal?.renewal_id}`, { act: 'reshop' })).location).toContain(
      'reshopped',
    )
    const started = `select uid from audit_entries where event = 'created' and facts ->> 'from' = '${uid}'`
    expect(await query(service.databaseUrl, started)).toHaveLength(1)
  })

  test('of a carrier that we do not place with is kept as history for as long as the law asks', async () => {
    await run([HEADING, row('HOG81', { carrier: 'Old Elm Mutual' })])
    const uid = await uidOf('hog81')
    expect(await policiesOf(service.app, uid)).toEqual([])
    expect(await find('HOG-81')).toContain(uid)
    service.pass(200 * DAY)
    await runJob(service, eraseOverdue)
    expect(await entriesOf(service.app, uid)).toMatchObject([
      { entry: { carrier: 'Old Elm Mutual' }, policy_id: null },
    ])
  })
})

describe('an import on a desk page', () => {
  beforeAll(async () => {
    ann = await signIn(service, service.url)
  })

  const PATH = '/desk/book/imports'

  test('is mapped, tried and run, and its report names each line, as the command does', async () => {
    const theirs = HEADING.replace('policy_number', 'Pol #')
    const lines = [theirs, row('HOP91'), row('HOP92', { annual_premium: 'much' })]
    const file = new File([lines.join('\n')], 'policies.csv', { type: 'text/csv' })
    await ann.open(PATH)
    const { location } = await ann.upload(PATH, {}, { file })
    const at = String(location)
    const before = (await ann.open(at)).text
    expect(before).toContain('HOP91')
    const columns = Object.fromEntries(HEADING.split(',').map(name => [name, name]))
    const run = async (act: string) => {
      await ann.send(at, { ...columns, policy_number: 'Pol #', act })
      return until(async () => {
        const { text } = await ann.open(at)
        return text.includes('id="report"') && text
      })
    }
    const dry = await run('try')
    expect(dry).toContain('Done (dry run)')
    expect(dry).toContain('1 imported, 0 kept as history only, 0 here already, 1 refused. 0 left.')
    expect(dry).toContain('annual_premium is not an amount in dollars.')
    const kept = `select uid from book_entries where policy_number = 'hop91'`
    expect(await query(service.databaseUrl, kept)).toEqual([])
    expect(await run('import')).toContain('1 imported')
    expect(await query(service.databaseUrl, kept)).toHaveLength(1)
    expect((await ann.open(`${at}/report.csv`)).text).toContain('3,refused,')
    expect((await ann.send(at, { act: 'import' })).location).toContain('done=late')
  })

  test('refuses a file that is not CSV, and keeps nothing of it', async () => {
    await ann.open(PATH)
    const file = new File([new Uint8Array([0, 1, 2, 255])], 'x.csv', { type: 'text/csv' })
    const { text } = await ann.upload(PATH, {}, { file })
    expect(text).toContain('This is not a CSV file.')
  })
})
