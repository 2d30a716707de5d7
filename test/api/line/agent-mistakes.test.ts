import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviewedCalls } from '../../../src/doors/discovery/skills/umbrella-skill.ts'
import { query } from '../../support/database/database.ts'
import { type Answer, call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import {
  bindAnswers,
  completeHousehold,
  type UmbrellaOperation,
  umbrellaCall,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const quotes = (body: unknown, headers: Record<string, string> = {}) =>
  quotesCall(service.url, key, body, headers)
const umbrella = (operation: UmbrellaOperation, body: unknown, headers: Record<string, string> = {}) =>
  umbrellaCall({ url: service.url, key }, operation, body, headers)
const prefill = (body: unknown) => call(`${service.url}/api/consumer/homeowners/prefill`, { body })

type Problem = { path: string; problem: string; code: string; expected?: string; did_you_mean?: string }

/** What an agent has to go on: the code, the message, and what is said of each field. */
const read = ({ status, body }: Answer) => ({
  status,
  error: body.error,
  message: String(body.message),
  fields: (body.fields ?? []) as Problem[],
})

const problemAt = (answer: Answer, path: string): Problem | undefined =>
  read(answer).fields.find(field => field.path === path)

describe('an agent that', () => {
  test('sends the wrong type is told the right one, for all fields in one round', async () => {
    const answer = await quotes({ intake: 'Ada Park', sandbox: 'yes', credit_check_authorized: 1 })
    expect(answer.status).toBe(400)
    expect(problemAt(answer, 'intake')?.expected).toBe('an object')
    expect(problemAt(answer, 'sandbox')?.expected).toBe('true or false')
    expect(problemAt(answer, 'credit_check_authorized')?.expected).toBe('true or false')
  })

  test('sends an unknown field is told which it may have meant', async () => {
    const answer = await quotes({ intakes: {}, sandbox: true })
    expect(problemAt(answer, 'intakes')).toMatchObject({ code: 'unknown_field', did_you_mean: 'intake' })
  })

  test('sends the answers beside intake is told that they belong into it', async () => {
    const answer = await quotes({ sandbox: true, full_name: 'Ada Park', home: [] })
    for (const name of ['full_name', 'home'])
      expect(problemAt(answer, name)).toMatchObject({ code: 'unknown_field', did_you_mean: `intake.${name}` })
  })

  test('chooses or buys with wrong answers is told of them beside what the schema refuses', async () => {
    const intake = { effective_date: 'soon', vehicles: [{ year: 'new' }] }
    const selected = await umbrella('select', { uid: 'umb_1', selection_confirmed: 'yes', intake })
    const bought = await umbrella('bind', { uid: 'umb_1', bind_confirmed: 'yes', intake })
    for (const answer of [selected, bought])
      expect(read(answer).fields.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['intake.effective_date', 'intake.vehicles[0].year']),
      )
    expect(problemAt(selected, 'selection_token')).toMatchObject({ code: 'required' })
    expect(problemAt(bought, 'bind_confirmed')).toMatchObject({ code: 'wrong_type' })
  })

  test('puts into the URL what belongs into the body, or misspells a parameter, is told that it is in the URL', async () => {
    const url = `${service.url}/api/agent`
    const inQuery = 'is not a known query parameter of this URL'
    const posted = await call(`${url}/homeowners/quotes?sandbox=true`, { key, body: { intake: {} } })
    expect(problemAt(posted, 'sandbox')).toMatchObject({
      code: 'unknown_parameter',
      problem: inQuery,
      expected: expect.stringContaining('in the JSON body'),
    })
    const misspelled = await call(`${url}/changes?limt=3&sandbox=maybe`, { key })
    expect(problemAt(misspelled, 'limt')).toMatchObject({ problem: inQuery, did_you_mean: 'limit' })
    expect(problemAt(misspelled, 'sandbox')?.expected).toBe('true or false')
    const twice = await call(`${url}/changes?limit=3&limit=4`, { key })
    expect(problemAt(twice, 'limit')).toMatchObject({ code: 'repeated', expected: 'one value' })
  })

  test('uses the wrong method is told the right one, without reading headers', async () => {
    const got = await call(`${service.url}/api/agent/homeowners/quotes`, { key })
    expect(read(got)).toMatchObject({ status: 405, message: 'This path does not support GET. Use POST.' })
    const put = await call(`${service.url}/api/agent/umbrella/status`, { key, method: 'PUT', body: {} })
    expect(read(put).message).toBe('This path does not support PUT. Use POST or GET.')
  })

  test('misses an allowed value by a letter is told which it may have meant', async () => {
    const answer = await call(`${service.url}/api/agent/calculators/home`, {
      key,
      body: { zip: '94110', home_sqft: 1500, risk_factors: ['solar_panel'] },
    })
    expect(problemAt(answer, 'risk_factors[0]')).toMatchObject({ did_you_mean: 'solar_panels' })
  })

  test('uses an Idempotency-Key again with another body is told to take a new key', async () => {
    const headers = { 'idempotency-key': 'once' }
    await quotes({ intake: completeIntake(), sandbox: true }, headers)
    const answer = read(await quotes({ intake: completeIntake(), sandbox: true }, headers))
    expect(answer).toMatchObject({ status: 422, error: 'idempotency_conflict' })
    expect(answer.message).toContain('new key')
  })

  test('sends no credential is told which, and where to read how to get one', async () => {
    const answer = await call(`${service.url}/api/agent/homeowners/quotes`, { body: {} })
    expect(read(answer)).toMatchObject({ status: 401, message: expect.stringContaining('key/request') })
    expect(answer.headers.get('www-authenticate')).toContain('resource_metadata')
    const shopper = await call(`${service.url}/api/intake/hom_1/issues`)
    expect(read(shopper)).toMatchObject({
      status: 401,
      message: expect.stringContaining('intake_access_token'),
    })
  })

  test('asks one line for an application of the other is told where it belongs', async () => {
    const home = await quotes({ intake: completeIntake(), sandbox: true })
    const draft = await umbrella('draft', { intake: completeHousehold(), sandbox: true })
    for (const operation of ['status', 'quotes', 'bind'] as const)
      expect(read(await umbrella(operation, { uid: home.body.uid }))).toMatchObject({
        status: 404,
        message: expect.stringContaining('POST /api/agent/homeowners/quotes'),
      })
    expect(read(await quotes({ uid: draft.body.uid }))).toMatchObject({
      status: 404,
      message: expect.stringContaining('POST /api/agent/umbrella/status'),
    })
  })

  test('asks for somebody else’s application learns only that it is not theirs', async () => {
    const { body } = await quotes({ intake: completeIntake(), sandbox: true })
    const stranger = await getKey(service.url, newEmail())
    const theirs = read(await quotesCall(service.url, stranger, { uid: body.uid }))
    const nobodys = read(await quotesCall(service.url, stranger, { uid: 'hom_0000000000000000000000' }))
    expect(theirs).toEqual(nobodys)
    expect(theirs.message).toContain('belongs to your credential')
  })

  test('uses a token twice is told to take the latest, and one for another uid which to use', async () => {
    const { body } = await prefill({ intake: completeIntake(), sandbox: true })
    const token = String(body.intake_access_token)
    const patch = (uid: unknown) =>
      call(`${service.url}/api/intake/${uid}`, { method: 'PATCH', key: token, body: { intake: {} } })
    expect(read(await patch('hom_0000000000000000000000'))).toMatchObject({
      status: 404,
      message: expect.stringContaining('Use the uid that came with it'),
    })
    await patch(body.uid)
    expect(read(await patch(body.uid))).toMatchObject({
      status: 401,
      error: 'stale_access_token',
      message: expect.stringContaining('latest response'),
    })
  })

  test('selects without consent is told to ask the person', async () => {
    const { body: draft } = await umbrella('draft', { intake: completeHousehold(), sandbox: true })
    const { uid, review_token } = draft
    expect(
      problemAt(await umbrella('quotes', { uid, review_token, review_confirmed: false }), 'review_confirmed')
        ?.expected,
    ).toContain('ask the person')
    const answer = await umbrella('select', {
      uid,
      selection_token: 'sel_1',
      selection_confirmed: false,
      credit_consent: { answer: 'Yes', collected_from_user: false },
    })
    for (const path of ['selection_confirmed', 'credit_consent.collected_from_user'])
      expect(problemAt(answer, path)).toMatchObject({
        code: 'not_agreed',
        expected: 'ask the person, and send true only after they agree',
      })
  })

  test('buys twice at once buys once, and the second is told the state', async () => {
    const { body: draft } = await umbrella('draft', { intake: completeHousehold(), sandbox: true })
    const { uid, review_token } = draft
    await umbrella('quotes', { uid, review_token, review_confirmed: true })
    const quoted = (await until(async () => {
      const { body } = await umbrella('status', { uid })
      return body.status === 'quoted' ? body : null
    })) as { offers: { selection_token: string }[] }
    const selection_token = quoted.offers[0]?.selection_token
    await umbrella('select', {
      uid,
      selection_token,
      selection_confirmed: true,
      intake: bindAnswers(),
      credit_consent: yes,
    })
    const buy = () => umbrella('bind', { ...reviewedCalls.buy.body, uid })
    const both = await Promise.all([buy(), buy()])
    const [bought, refused] = both.toSorted((one, other) => one.status - other.status)
    expect(bought).toMatchObject({ status: 200, body: { uid, status: 'chosen' } })
    // The service may already have gone on to the next step.
    const current_status = expect.stringMatching(/^(?:chosen|documents_needed)$/)
    expect(refused).toMatchObject({ status: 409, body: { current_status } })
    const committed = "select from audit_entries where uid = $1 and event = 'committed'"
    expect(await query(service.databaseUrl, committed, [uid])).toHaveLength(1)
  })

  test('sends too much is told the limit of that operation', async () => {
    const huge = (bytes: number) => `{"intake":{"full_name":"${'a'.repeat(bytes)}"}}`
    expect(read(await quotes(huge(300 * 1024)))).toMatchObject({
      status: 413,
      message: expect.stringContaining('256 KiB'),
    })
    expect(read(await umbrella('attach', huge(35 * 2 ** 20)))).toMatchObject({
      status: 413,
      message: expect.stringContaining('34 MiB'),
    })
  })

  test('sends an operator key where a shopper needs none is told that it was not used, and where it would be', async () => {
    const sent = { intake: completeIntake(), sandbox: true }
    const { body } = await call(`${service.url}/api/consumer/homeowners/prefill`, { body: sent, key })
    expect((body.agent_instructions as string[])[0]).toMatch(/operator key was not used.*GET \/api\/agent /)
    expect((await prefill(sent)).text).not.toContain('operator')
  })

  test('names a key with nothing, or with spaces, is told once what a name is', async () => {
    for (const name of ['', '  ']) {
      const answer = await call(`${service.url}/api/agent/keys`, { key, body: { name } })
      expect(read(answer).fields).toMatchObject([
        { path: 'name', expected: expect.stringContaining('not only spaces') },
      ])
    }
  })

  test('polls in a tight loop is told to hold the poll instead', async () => {
    const { body } = await prefill({ intake: completeIntake(), sandbox: true })
    const look = () =>
      call(`${service.url}/api/intake/${body.uid}/issues`, { key: String(body.intake_access_token) })
    let answer = await look()
    for (let tries = 0; tries < 150 && answer.status === 200; tries++) answer = await look()
    expect(answer.status).toBe(429)
    expect(read(answer).message).toMatch(/Wait Retry-After seconds.*Prefer: wait=20/)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('reads about an error of a shopper finds it documented, without a word about operators', async () => {
    const { body } = await prefill({})
    const url = String(body.documentation_url)
    expect(url).toBe(`${service.url}/docs/consumer/errors#invalid_request`)
    const page = await call(url)
    expect(page.text).toContain('id="invalid_request"')
    expect(page.text).toContain('id="stale_access_token"')
    expect(page.text).not.toMatch(/OPERATOR_KEY|\/api\/agent|operator key/i)
  })
})

describe('an agent that means well', () => {
  test('is understood in the usual spellings of states, ZIP codes, numbers, yes and no, and choices', async () => {
    const { body } = await quotes({
      sandbox: true,
      intake: completeIntake({
        state: 'Illinois',
        zip: '62704-1234',
        home_sqft: '1,800',
        new_purchase: 'no',
        property_type: 'Single Family',
      }),
    })
    const { homes } = body.known_summary as { homes: Record<string, unknown>[] }
    expect(homes[0]).toMatchObject({
      state: 'IL',
      zip: '62704',
      home_sqft: 1800,
      new_purchase: false,
      property_type: 'single_family',
    })
    expect(body.missing_fields).toEqual(['credit_check_authorized'])
  })

  test('may send estimates beside or inside intake, without a source, and with a number as confidence', async () => {
    const estimates = (entries: object[]) =>
      entries.map(entry => expect.objectContaining({ confirmed_by_user: false, ...entry }))
    const entry = { field: 'home[0].roof_date', value: '2018-01-01' }
    for (const body of [
      { intake: completeIntake({ roof_date: undefined }), field_estimates: [entry] },
      { intake: { ...completeIntake({ roof_date: undefined }), field_estimates: [entry] } },
    ]) {
      const answer = await quotes({ sandbox: true, ...body })
      const { homes } = answer.body.known_summary as { homes: { field_estimates: object[] }[] }
      expect(homes[0]?.field_estimates).toEqual(
        expect.arrayContaining(estimates([{ field: 'roof_date', source: 'unspecified', confidence: 'low' }])),
      )
    }
    const { net_worth_numeric: _, ...household } = completeHousehold()
    const drafted = await umbrella('draft', {
      sandbox: true,
      intake: {
        ...household,
        field_estimates: [{ field: 'net_worth_numeric', value: '$2M', source: 'crm', confidence: 0.9 }],
      },
    })
    expect(drafted.body.field_estimates).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'net_worth_numeric', source: 'crm', confidence: 'high' }),
      ]),
    )
  })

  test('is told where an estimate belongs that names no home, and of wrong values in the same answer', async () => {
    const answer = await quotes({
      sandbox: true,
      intake: {
        ...completeIntake({ build_date: 'long ago' }),
        field_estimates: [{ field: 'roof_date', value: '2018-01-01' }],
      },
    })
    expect(answer.status).toBe(400)
    expect(problemAt(answer, 'intake.field_estimates[0].field')?.expected).toContain('home[0].roof_date')
    expect(problemAt(answer, 'intake.home[0].build_date')).toMatchObject({ code: 'bad_date' })
    const field_estimates = [{ field: 'home[0].roof_date' }]
    const inHome = await quotes({ sandbox: true, intake: completeIntake({ field_estimates }) })
    expect(problemAt(inHome, 'intake.home[0].field_estimates[0].field')?.did_you_mean).toBe('roof_date')
  })

  test('mistypes a name inside intake keeps the value, and is told the name', async () => {
    const home = await quotes({ sandbox: true, intake: completeIntake({ roof_tipe: 'metal' }) })
    expect(home.body).toMatchObject({
      unrecognized_fields: ['home[0].roof_tipe'],
      field_hints: [{ field: 'home[0].roof_tipe', did_you_mean: 'home[0].roof_type' }],
      agent_instructions: expect.arrayContaining([expect.stringContaining('field_hints')]),
    })
    const started = await prefill({ sandbox: true, intake: { ...completeIntake(), full_nam: 'Ada' } })
    expect(started.body.field_hints).toEqual([{ field: 'full_nam', did_you_mean: 'full_name' }])
    const drafted = await umbrella('draft', {
      sandbox: true,
      intake: { ...completeHousehold({ vehicle_count: undefined }), auto_count: 2, ocupation: 'Engineer' },
    })
    expect(drafted.body).toMatchObject({
      known_summary: { vehicle_count: 2 },
      field_hints: [{ field: 'ocupation', did_you_mean: 'occupation' }],
    })
  })

  test('is understood in names and places that leave no doubt, and told about the others', async () => {
    const {
      home: [{ street, city, state, zip, home_sqft: sqft, build_date: year_built, ...row } = {}],
      phone_number: phone = '415-555-0100',
      ...person
    } = completeIntake() as { home: Record<string, unknown>[]; phone_number?: string }
    const intake = {
      ...person,
      phone,
      address: { street, city, state, zip },
      home: [{ ...row, sqft, year_built, roof_material: 'metal', alarm_brand: 'Acme' }],
    }
    for (const { body } of [
      await quotes({ sandbox: true, intake }),
      await prefill({ sandbox: true, intake }),
    ])
      expect(body).toMatchObject({
        missing_fields: expect.not.arrayContaining([expect.stringContaining('home')]),
        unrecognized_fields: ['home[0].roof_material', 'home[0].alarm_brand'],
        field_hints: [{ field: 'home[0].roof_material', did_you_mean: 'home[0].roof_type' }],
        agent_instructions: expect.arrayContaining([
          expect.stringMatching(/unrecognized_fields.*no effect.*field_hints.*the contract lists/),
        ]),
      })
    const two = await quotes({ sandbox: true, intake: { ...person, address: { zip }, home: [row, {}] } })
    expect(two.body.field_hints).toEqual([{ field: 'address', did_you_mean: 'home[0].address' }])
    const { phone_number, ...household } = completeHousehold()
    const drafted = await umbrella('draft', {
      sandbox: true,
      intake: { ...household, phone: phone_number, home: [{ zip }] },
    })
    expect(drafted.body).toMatchObject({
      status: 'ready_for_review',
      unrecognized_fields: ['home'],
      agent_instructions: expect.arrayContaining([expect.stringContaining('unrecognized_fields')]),
    })
  })

  test('sends estimates in another form is told what an entry holds', async () => {
    const answer = await quotes({
      sandbox: true,
      intake: completeIntake(),
      field_estimates: { roof_date: 1 },
    })
    expect(problemAt(answer, 'field_estimates.roof_date')?.expected).toMatch(
      /^\{"field": .*confidence is low, medium or high/,
    )
  })

  test('may repeat sandbox and credit_consent_pending, and call the polling_token by its name', async () => {
    const { body } = await prefill({ sandbox: true, credit_consent_pending: true, intake: completeIntake() })
    const patch = (more: object, token: unknown) =>
      call(`${service.url}/api/intake/${body.uid}`, {
        method: 'PATCH',
        key: String(token),
        body: { intake: { marital_status: 'single' }, credit_consent_pending: true, ...more },
      })
    expect(problemAt(await patch({ sandbox: false }, body.intake_access_token), 'sandbox')?.code).toBe(
      'fixed_after_first_call',
    )
    expect((await patch({ sandbox: true }, body.intake_access_token)).status).toBe(200)
    for (const name of ['token', 'polling_token'])
      expect((await call(`${service.url}/api/consumer/status?${name}=${body.polling_token}`)).status).toBe(
        200,
      )
    expect(problemAt(await call(`${service.url}/api/consumer/status`), 'token')?.code).toBe('required')
  })
})

test('a poll that is not held says so by leaving Preference-Applied out', async () => {
  const { body } = await umbrella('draft', { intake: { full_name: 'Ada Park' }, sandbox: true })
  const at = performance.now()
  const asked = await umbrella('status', { uid: body.uid }, { prefer: 'wait=25' })
  expect(asked.body.status).toBe('needs_more_info')
  expect(performance.now() - at).toBeLessThan(15_000)
  expect(asked.headers.get('preference-applied')).toBeNull()
})
