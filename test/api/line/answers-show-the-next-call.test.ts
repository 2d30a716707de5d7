import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngOf } from '../../support/browser/pictures.ts'
import { type Answer, call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { startShopping } from '../../support/people/shopper.ts'
import {
  bindAnswers,
  completeHousehold,
  type UmbrellaOperation,
  umbrellaCall,
  untilStatus,
} from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const umbrella = (operation: UmbrellaOperation, body: unknown) =>
  umbrellaCall({ url: service.url, key }, operation, body)
const quotes = (body: unknown) => quotesCall(service.url, key, body)
const shop = (line: 'homeowners' | 'umbrella', intake: object) =>
  startShopping(service.url, line, { intake, sandbox: true })

type Told = { agent_instructions: string[]; next_action?: { description: string } }

/** Everything that an answer says about the next call. */
const toldIn = ({ body }: Answer): string => {
  const { agent_instructions, next_action } = body as Told
  return [...agent_instructions, next_action?.description ?? ''].join('\n')
}

/** The JSON that an answer shows after these words, as an agent would copy it. */
const shownAfter = (words: string, answer: Answer): unknown => {
  const [, json] = new RegExp(`${words} (\\[?\\{[^}]*\\}\\]?)`).exec(toldIn(answer)) ?? []
  if (json === undefined) throw new Error(`The answer shows nothing after “${words}”: ${toldIn(answer)}`)
  return JSON.parse(json)
}

const problemAt = ({ body }: Answer, path: string) =>
  (body.fields as { path: string; code: string; expected?: string }[]).find(field => field.path === path)

describe('an answer that asks for estimates shows how one is sent, and a shorter form is understood', () => {
  const estimates = (answer: Answer): unknown[] => {
    const { known_summary, field_estimates } = answer.body as {
      known_summary: { homes?: { field_estimates: unknown[] }[] }
      field_estimates?: unknown[]
    }
    return field_estimates ?? known_summary.homes?.[0]?.field_estimates ?? []
  }
  const like = (entry: object) => expect.arrayContaining([expect.objectContaining(entry)])
  const unspecified = { source: 'unspecified', confidence: 'low', confirmed_by_user: false }

  test('in a home', async () => {
    const started = await quotes({ sandbox: true, intake: completeIntake({ siding_type: undefined }) })
    const { uid } = started.body
    const entry = shownAfter('as', started)
    const sent = (field_estimates: unknown) => quotes({ uid, intake: { home: [{ field_estimates }] } })
    expect(estimates(await sent([entry]))).toEqual(like(entry as object))
    expect(estimates(await sent(['roof_type', { field: 'build_date' }]))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'roof_type', ...unspecified }),
        expect.objectContaining({ field: 'build_date', ...unspecified }),
      ]),
    )
    expect(problemAt(await sent([7]), 'intake.home[0].field_estimates[0]')?.expected).toMatch(
      /object with field, source, confidence \(low, medium, or high\)/,
    )
    expect(
      estimates(await quotes({ uid, field_estimates: ['home[0].roof_date'], intake: { home: [{}] } })),
    ).toEqual(like({ field: 'roof_date' }))
  })

  test('in a household, for an operator and for a shopper', async () => {
    const started = await umbrella('draft', {
      sandbox: true,
      intake: completeHousehold({ felony: undefined }),
    })
    const { uid } = started.body
    const entry = shownAfter('as', started)
    const sent = (field_estimates: unknown) => umbrella('draft', { uid, intake: {}, field_estimates })
    expect(estimates(await sent([entry]))).toEqual(like(entry as object))
    expect(estimates(await sent(['property_count']))).toEqual(
      like({ field: 'property_count', ...unspecified }),
    )
    expect(problemAt(await sent([7]), 'field_estimates[0]')?.expected).toContain(
      'confidence (low, medium, or high)',
    )
    const shopper = await shop('umbrella', completeHousehold({ felony: undefined }))
    const own = shownAfter('as', shopper.started)
    expect((await shopper.patch({ field_estimates: [own, 'property_count'] })).status).toBe(200)
  })
})

test('a call that is wrong in its form and in its values is told all of it at once', async () => {
  const paths = ({ body }: Answer) => (body.fields as { path: string }[]).map(({ path }) => path).toSorted()
  const bad = { email: 'nobody', birthday: 'last year' }
  const expected = ['credit_check_authorised', 'intake.birthday', 'intake.email', 'sandbox']
  const home = { ...bad, home: [{ zip: 'x' }] }
  const wrong = { sandbox: 'yes', credit_check_authorised: true }
  expect(paths(await quotes({ intake: home, ...wrong }))).toEqual(
    [...expected, 'intake.home[0].zip'].toSorted(),
  )
  expect(paths(await umbrella('draft', { intake: bad, ...wrong }))).toEqual(expected)
  for (const [line, intake] of Object.entries({ homeowners: bad, umbrella: bad }))
    expect(
      paths(await call(`${service.url}/api/consumer/${line}/prefill`, { body: { intake, ...wrong } })),
    ).toEqual(expected)
})

type Question = { fields: { path: (string | number)[] }[] }

test('an umbrella is bought for an operator with what the answers show', async () => {
  const drafted = await umbrella('draft', { sandbox: true, intake: completeHousehold() })
  const { uid, review_token } = drafted.body
  expect(toldIn(drafted)).toContain('send uid and review_token with review_confirmed: true')
  expect(problemAt(await umbrella('quotes', { uid, review_confirmed: true }), 'review_token')).toMatchObject({
    code: 'required_with',
  })
  await umbrella('quotes', { uid, review_token, review_confirmed: true })
  const at = (status: string) => untilStatus({ url: service.url, key }, uid, [status])
  const quoted = await at('quoted')
  const { offers, next_question, credit_consent_question } = quoted.body as {
    offers: { selection_token: string; carrier: string }[]
    next_question: Question
    credit_consent_question: { version: string }
  }
  expect(next_question.fields.map(({ path }) => path[0])).toEqual([
    'vehicles',
    'vehicles',
    'vehicles',
    'effective_date',
    'prior_carrier',
  ])
  const choice = {
    uid,
    selection_token: offers.find(({ carrier }) => carrier.includes('Brindlemoor'))?.selection_token,
    selection_confirmed: true,
    intake: bindAnswers(),
  }
  const consent = shownAfter('credit_consent:', quoted) as object
  const { version } = credit_consent_question
  const select = (credit_consent: unknown) => umbrella('select', { ...choice, credit_consent })
  expect(problemAt(await select(true), 'credit_consent')?.expected).toMatch(
    /object with answer \(Yes or No\), collected_from_user \(true\)/,
  )
  expect(await select({ ...consent, version: '2001-01-01' })).toMatchObject({ status: 409 })
  expect((await select({ ...consent, version })).body.status).toBe('ready_to_finalize')
  expect((await umbrella('bind', { uid })).body).toMatchObject({
    purchase_preview: {
      payment: { summary: expect.stringMatching(/^This is a sandbox purchase: nobody is charged\./) },
    },
  })
  await umbrella('bind', { uid, bind_confirmed: true })
  const needed = await at('documents_needed')
  expect(toldIn(needed)).toContain('the declarations page of the home policy (type declarations)')
  const [file] = shownAfter('attachments:', needed) as object[]
  const content = pngOf(300, 300).toString('base64')
  const half = await umbrella('attach', { uid, attachments: [{ ...file, content: undefined }] })
  expect(problemAt(half, 'attachments[0].content')?.expected).toContain('base64')
  await umbrella('attach', { uid, attachments: [{ ...file, content }] })
  const alias = { upload_type: 'auto_declarations', content_base64: content, content_type: 'image/png' }
  expect((await umbrella('attach', { uid, filename: 'auto.png', ...alias })).body.status).toBe(
    'documents_pending_review',
  )
})

describe('a shopper’s assistant', () => {
  test('that prefills everything gets what it has to show next, and how to send its tokens', async () => {
    const { body } = (await shop('umbrella', completeHousehold())).started
    expect(body).toMatchObject({
      status: 'ready_for_review',
      review: expect.any(Object),
      statement: { version: expect.any(String) },
      review_token: expect.any(String),
      next_action: { operation: 'patch', description: expect.stringContaining('review_token') },
    })
    expect(body.agent_instructions).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`PATCH /api/intake/${body.uid} with the header Authorization: Bearer`),
        expect.stringContaining('GET /api/consumer/status'),
        expect.stringContaining('sandbox request: nothing is emailed, charged or bought'),
      ]),
    )
    const home = (await shop('homeowners', completeIntake())).started.body
    expect(home).toMatchObject({
      missing_fields: ['confirm_submission', 'credit_check_authorized'],
      credit_consent_question: { text: expect.any(String) },
    })
    expect(home.statement).toEqual(home.credit_consent_question)
  })

  test('submits with the two confirmations beside intake or in it, and is told so', async () => {
    const shopper = await shop('homeowners', completeIntake({ roof_date: undefined }))
    const { missing_fields, missing_field_details } = shopper.started.body as {
      missing_fields: string[]
      missing_field_details: { field: string; path: string[]; description: string }[]
    }
    expect(missing_fields).toEqual(['home[0].roof_date', 'confirm_submission', 'credit_check_authorized'])
    expect(shopper.started.body.response_summary).toContain('3 more answers are required')
    expect(toldIn(shopper.started)).toContain('at the top level or in intake')
    expect(missing_field_details.at(-1)?.description).not.toContain('uid')
    const complete = await shopper.patch({ intake: { home: [{ roof_date: 2018 }] } })
    expect(complete.body.response_summary).toMatch(/^Only .* confirmation .* and .* authorization/)
    const alone = await shopper.patch({ credit_check_authorized: true })
    expect(problemAt(alone, 'confirm_submission')?.expected).toMatch(
      /^true, in the same call as credit_check_authorized: true.* at the top level of the body or in intake$/,
    )
    const both = Object.fromEntries(missing_field_details.slice(1).map(({ path }) => [path[0], true]))
    const submitted = await shopper.patch({ intake: both })
    expect(submitted).toMatchObject({ status: 202, body: { status: 'pending_quotes' } })
    expect(submitted.body).not.toHaveProperty('unrecognized_fields')
    const umbrella = await shop('umbrella', completeHousehold())
    const { review_token } = umbrella.started.body
    expect(await umbrella.patch({ intake: { confirm_submission: true, review_token } })).toMatchObject({
      status: 202,
    })
  })

  test('reads the status with the token in the URL, in the body, or as a bearer, and with the uid beside it', async () => {
    const { started, uid } = await shop('homeowners', completeIntake())
    const token = String(started.body.polling_token)
    const url = `${service.url}/api/consumer/status`
    const answers = [
      await call(`${url}?token=${token}&uid=${uid}`),
      await call(url, { key: token }),
      await call(url, { body: { polling_token: token, uid } }),
      await call(url, { method: 'POST', body: {}, key: token }),
    ]
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { line: 'homeowners', agent_instructions: [expect.stringContaining('/issues')] },
      })
    expect(problemAt(await call(url), 'token')?.expected).toMatch(/query parameter token.*Bearer/)
    expect((await call(`${url}?token=${token}&uid=hom_other`)).body).toMatchObject({
      error: 'not_found',
      message: expect.stringContaining('another uid'),
    })
    expect((await call(url, { key: String(started.body.intake_access_token) })).body).toMatchObject({
      error: 'not_found',
      message: expect.stringContaining('plt_'),
    })
  })

  test('that uses a wrong method is sent to its own page of errors', async () => {
    const { body } = await call(`${service.url}/api/consumer/homeowners/prefill`)
    expect(body).toMatchObject({
      error: 'method_not_allowed',
      documentation_url: `${service.url}/docs/consumer/errors#method_not_allowed`,
    })
  })
})

test('the home calculator says that only it is limited to California', async () => {
  const { body } = await call(`${service.url}/api/agent/calculators/home`, {
    key,
    body: { zip: '78701', home_sqft: 1800 },
  })
  expect(body).toMatchObject({
    error: 'unsupported_state',
    message: expect.stringMatching(/homeowners\/quotes/),
  })
  expect(String(body.message)).not.toMatch(/don’t sell/)
})

test('both dashboards count the rows that they list', async () => {
  const own = await getKey(service.url, newEmail())
  await quotesCall(service.url, own, { intake: completeIntake(), sandbox: true })
  await umbrellaCall({ url: service.url, key: own }, 'draft', { intake: completeHousehold(), sandbox: true })
  for (const line of ['homeowners', 'umbrella'])
    for (const [search, counted] of [
      ['', 1],
      ['?sandbox=true', 1],
      ['?sandbox=false', 0],
    ] as const) {
      const { body } = await call(`${service.url}/api/agent/${line}/dashboard${search}`, { key: own })
      const { status_counts, properties, purchases } = body as Record<string, object[]>
      const total = Object.values(status_counts ?? {}).reduce((sum, each) => sum + Number(each), 0)
      expect([line, search, total, (properties ?? purchases)?.length]).toEqual([
        line,
        search,
        counted,
        counted,
      ])
    }
})

test('the development mailbox answers in JSON where JSON is wanted', async () => {
  const { body } = await call(`${service.url}/dev/mailbox`, { headers: { accept: 'application/json' } })
  expect(body).toBeInstanceOf(Array)
})
