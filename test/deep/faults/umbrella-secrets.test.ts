import { expect, test } from 'vitest'
import { pdfOf } from '../../support/browser/pdf.ts'
import { answersWith, startCarrier, umbrellaOffer } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { dumpOf, keepJobs, readableIn } from '../../support/database/canaries.ts'
import { query } from '../../support/database/database.ts'
import { type Answer, call, getKey, newEmail } from '../../support/people/client.ts'
import { startShopping } from '../../support/people/shopper.ts'
import {
  bindAnswers,
  completeHousehold,
  type UmbrellaOperation,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

/** What a household tells, each value like no other; the part that is looked for stands at the end where it differs. */
const TOLD = {
  full_name: 'Ottoline Quagmirre',
  phone_number: '217-555-0187',
  birthday: '1961-03-17',
  marital_status: 'married',
  spouse_full_name: 'Peregrine Wexcombe',
  spouse_birthday: '1959-11-23',
  license_number: 'Q98765432109',
  spouse_license_number: 'W45678901234',
  spouse_license_state: 'IL',
  address: { street: '77 Zinnober Terrace', city: 'Springfield', state: 'IL', zip: '62704' },
  occupation: 'Oboe-repairwoman',
  line_of_work: 'Woodwinds-restoring',
  additional_drivers: [
    {
      full_name: 'Lysander Thorncroft',
      birthday: '1998-08-09',
      license_state: 'IL',
      license_number: 'T13579246801',
    },
  ],
  household_pet: 'Iguana-named-Bartholomew',
}
const ANSWERS = { dog_breed: 'Xoloitzcuintle-and-poodle', prior_carrier: 'Vexilloid-Mutual' }
const VIN = '4T1B11HK5KU765432'
const FILENAME = 'Quagmirre-declarations-2026.pdf'
const PAPER = 'Declarations for Quagmirre of Zinnober Terrace, vellum copy'

const SECRETS = [
  'Ottoline',
  'Quagmirre',
  '5550187',
  '555-0187',
  '1961-03-17',
  'Peregrine',
  'Wexcombe',
  '1959-11-23',
  'Q98765432109',
  'W45678901234',
  'Zinnober',
  'Oboe-repair',
  'Woodwinds',
  'Lysander',
  'Thorncroft',
  '1998-08-09',
  'T13579246801',
  'Bartholomew',
  'Xoloitzcuintle',
  'Vexilloid',
  VIN,
  'vellum copy',
]

test('nothing that a household tells is logged, measured, told in an error, or readable in the database', async () => {
  const far = await startCarrier(0, quote_number => umbrellaOffer({ quote_number }))
  const adminPort = await freePort()
  const endpoint = { umbrella_url: far.url, umbrella_states: ['IL'], workflow: 'carrier_direct' }
  const service = await serviceForThisTest({
    env: {
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'trace',
      ADMIN_PORT: String(adminPort),
      CARRIERS_FILE: carriersFile([{ id: 'far', ...endpoint }]),
    },
  })
  const { databaseUrl } = service
  await keepJobs(databaseUrl)
  const at = { url: service.url, key: await getKey(service.url, newEmail()) }
  let calls = 0
  const operate = (operation: UmbrellaOperation, body: object): Promise<Answer> =>
    umbrellaCall(at, operation, body, { 'idempotency-key': `secrets-${++calls}` })

  const email = 'ottoline.quagmirre@example.com'
  const intake = completeHousehold({
    ...TOLD,
    email,
    ...bindAnswers(),
    prior_carrier: 'none',
    vehicles: [{ year: 2020, make: 'Toyota', model: 'Camry', vin: VIN }],
    desired_coverage_limit: 1_000_000,
  })
  const errors = [
    await operate('draft', {
      intake: { ...intake, birthday: `${TOLD.birthday} or so`, vehicle_count: TOLD.full_name },
    }),
    await operate('draft', { intake: { ...intake, marital_status: TOLD.spouse_full_name, felony: PAPER } }),
    await operate('draft', { nickname: TOLD.full_name, intake }),
    await operate('select', {
      uid: 'umb_none',
      selection_token: TOLD.license_number,
      selection_confirmed: true,
    }),
    await call(`${service.url}/api/agent/umbrella/draft`, {
      key: at.key,
      body: `{"intake": {"full_name": "${TOLD.full_name}`,
    }),
  ]
  const drafted = await operate('draft', { intake })
  expect(drafted.body.status).toBe('ready_for_review')
  const { uid, review_token, review_url } = drafted.body
  expect((await fetch(String(review_url))).status).toBe(200)
  await operate('quotes', { uid, review_token, review_confirmed: true })
  const { offers } = (await untilStatus(at, uid, ['quoted'])).body
  const { selection_token } =
    (offers as { carrier: string; selection_token: string }[]).find(({ carrier }) =>
      carrier.includes('far'),
    ) ?? {}
  await operate('select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
  const asked = {
    kind: 'info_requested',
    reason: 'Tell us more.',
    fields: ['dog_breed', 'prior_carrier', 'declarations'],
  }
  far.nextBinds = [answersWith(asked)]
  await operate('bind', { uid, bind_confirmed: true })
  await untilStatus(at, uid, ['info_requested'])
  errors.push(
    await operate('bind', { uid, intake: { occupation: TOLD.occupation } }),
    await operate('bind', { uid, intake: { dog_breed: [ANSWERS.dog_breed] } }),
    await operate('attach', { uid, type: 'declarations', filename: `../${FILENAME}`, content: 'AAAA' }),
    await operate('attach', {
      uid,
      type: 'declarations',
      filename: FILENAME,
      content: Buffer.from(PAPER).toString('base64'),
    }),
  )
  await operate('bind', { uid, intake: ANSWERS })
  const content = (await pdfOf(PAPER)).toString('base64')
  await operate('attach', { uid, type: 'declarations', filename: FILENAME, content })
  await untilStatus(at, uid, ['bound'])
  const shopper = await startShopping(service.url, 'umbrella', { intake, sandbox: true })
  await shopper.patch({ intake: { household_pet: 'Iguana-named-Bartholomew' } })

  // Faults of ours quote the database: break it under the service to see one.
  await query(databaseUrl, 'alter table intakes add constraint broken check (false) not valid')
  const broken = await operate('draft', {
    intake: {
      ...intake,
      email: 'other.quagmirre@example.com',
      address: { ...intake.address, street: '8 Quagmirre Court' },
    },
  })
  expect(broken).toMatchObject({ status: 500, body: { error: 'internal_error' } })
  await until(() => service.log.some(line => line.includes('"request failed"')))

  expect(errors.map(({ status }) => status)).toEqual([400, 400, 400, 404, 400, 400, 400, 400, 400])
  const told = [...errors, broken].map(({ text }) => text).join('\n')
  const metrics = (await call(`http://127.0.0.1:${adminPort}/metrics`)).text
  expect(metrics).toContain('bindery_http_request_seconds')
  expect(readableIn(told, SECRETS)).toEqual([])
  expect(readableIn(metrics, [...SECRETS, String(uid)])).toEqual([])
  expect(readableIn(service.log.join(''), [...SECRETS, email])).toEqual([])

  const dump = await dumpOf(databaseUrl)
  // An address that mail goes to stands in the queue of emails, and nowhere else.
  dump.set('public.emails', (dump.get('public.emails') ?? '').replaceAll(email, ''))
  const leaks = [...dump].flatMap(([table, rows]) =>
    readableIn(rows, [...SECRETS, email]).map(secret => `${secret} in ${table}`),
  )
  expect(leaks).toEqual([])
  expect(dump.get('public.kept_jobs')).toContain(String(uid))
  expect(dump.get('public.documents')).not.toBe('')
})
