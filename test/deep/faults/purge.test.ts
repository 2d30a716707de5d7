import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../../src/platform/lib/clock.ts'
import { purge } from '../../../src/purge-job.ts'
import { query } from '../../support/database/database.ts'
import { anIntake, newOperator } from '../../support/people/homeowner-intakes.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { serviceForThisTest, type TestService } from '../../support/servers/service.ts'

const ROWS = 2500

/** What is past its time, in tables at the beginning, in the middle and at the end of the purge. */
const backlogs = {
  replays: `select decode(md5(n::text), 'hex'), '', null, null, null, null, now() from generate_series(1, ${ROWS}) n`,
  rate_limits: `select 'old-' || n, 1, 1 from generate_series(1, ${ROWS}) n`,
  oauth_objects: `select 'Client', decode(md5(n::text), 'hex'), '', null, null, n::text, now(), null, null
    from generate_series(1, ${ROWS}) n`,
  emails: `select 'eml_' || n, 'a@b.co', 's', null, 'sent', null, now(), now() from generate_series(1, ${ROWS}) n`,
}
const names = Object.keys(backlogs)

const countOf = async ({ databaseUrl }: TestService, table: string): Promise<number> =>
  (await query(databaseUrl, `select from ${table}`)).length

/** A service a hundred days after all that was left behind. */
const withBacklogs = async (): Promise<TestService> => {
  const service = await serviceForThisTest({ work: false })
  for (const [table, rows] of Object.entries(backlogs))
    await query(service.databaseUrl, `insert into ${table} ${rows}`)
  service.pass(100 * DAY)
  return service
}

test('however much is past its time, no statement deletes more than a thousand rows, and all of it goes', async () => {
  const service = await withBacklogs()
  await query(
    service.databaseUrl,
    `create function refuse_many() returns trigger language plpgsql as
       $$ begin if (select count(*) from gone) > 1000 then raise 'too many at once'; end if; return null; end $$`,
  )
  for (const table of names)
    await query(
      service.databaseUrl,
      `create trigger refuse_many after delete on ${table} referencing old table as gone
       for each statement execute function refuse_many()`,
    )
  await runJob(service, purge)
  for (const table of names) expect([table, await countOf(service, table)]).toEqual([table, 0])
})

test('what cannot be purged keeps nothing else from it, and fails the job by its name', async () => {
  const service = await withBacklogs()
  await query(
    service.databaseUrl,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'a@b.co stays'; end $$`,
  )
  for (const table of ['replays', 'oauth_objects'])
    await query(
      service.databaseUrl,
      `create trigger refuse before delete on ${table} for each statement execute function refuse()`,
    )
  const failed = ['replays', 'oauth_objects', 'oauth_clients']
  await expect(runJob(service, purge)).rejects.toThrow(`Failed: ${failed.join(', ')}.`)
  expect([await countOf(service, 'rate_limits'), await countOf(service, 'emails')]).toEqual([0, 0])
  const said = service.log.filter(line => line.includes('part of a job failed'))
  expect(said.map(line => JSON.parse(line).part)).toEqual(failed)
  expect(service.log.join('')).not.toContain('a@b.co')
})

/** Records that are deleted by their age alone, each with the insert of one made at `$2`. */
const CLASSES: [table: string, days: number, row: string][] = [
  ['emails', 30, `(email_id, recipient, subject, status, created_at) values ($1, '', '', 'sent', $2)`],
  [
    'inbound_events',
    30,
    `(inbound_id, source, event_id, type, outcome, times, first_at, last_at) values ($1, 'stripe', $1, 'x', 'taken', 1, $2, $2)`,
  ],
  [
    'carrier_exchanges',
    90,
    `(exchange_id, carrier_id, request_id, attempt, sent_at, outcome, request) values ($1, 'far', $1, 1, $2, 'offer', '')`,
  ],
]

test('each class of records is kept to the last minute of its time, and is gone the minute after; a notice that the law requires stays', async () => {
  const service = await serviceForThisTest({ work: false })
  const now = service.app.clock.now().getTime()
  for (const [table, days, row] of CLASSES)
    for (const [id, age] of [
      ['young', days * DAY - MINUTE],
      ['old', days * DAY + MINUTE],
    ] as const)
      await query(service.databaseUrl, `insert into ${table} ${row}`, [id, new Date(now - age)])
  await runJob(service, purge)
  const left = async () =>
    Promise.all(CLASSES.map(async ([table]) => [table, await countOf(service, table)] as const))
  expect(await left()).toEqual(CLASSES.map(([table]) => [table, 1]))
  service.pass(MINUTE)
  await runJob(service, purge)
  expect(await left()).toEqual(CLASSES.map(([table]) => [table, 0]))
  const { uid } = await anIntake(service, { owner: (await newOperator(service)).uid })
  await query(
    service.databaseUrl,
    `insert into emails (email_id, recipient, subject, status, created_at, intake_uid, purpose, kept_with_application)
     values ('notice', '', '', 'sent', $1, $2, 'adverse_action', true), ('news', '', '', 'sent', $1, $2, 'quotes_ready', false)`,
    [new Date(now - 400 * DAY), uid],
  )
  await runJob(service, purge)
  const about = await query(service.databaseUrl, 'select email_id from emails where intake_uid = $1', [uid])
  expect(about).toEqual([{ email_id: 'notice' }])
})
