import { expect, onTestFinished, test, vi } from 'vitest'
import { parseBindAnswer } from '../../../agency/carriers/contract/parse-bind-answer.ts'
import { readArguments } from '../arguments.ts'
import { checkCarrier, checkCommand, type Finding } from './check-command.ts'
import { listenForEvents } from './event-listener.ts'
import { chosenBy, type Knob } from './knobs.ts'
import { offersIn, Probe } from './probe.ts'
import { sampleOrder } from './sample-requests.ts'
import { startSimulator } from './simulator.ts'

const SECRET = 'a secret that the carrier and the service share'
const QUICK = { secret: SECRET, port: 0, eventDelayMs: 1, eventRetryMs: 5 }

const simulated = async (knobs: Knob[], events?: string) => {
  const simulator = await startSimulator({ ...QUICK, knobs, events })
  onTestFinished(() => simulator.stop())
  const { url } = simulator
  const target = {
    secret: SECRET,
    timeLimitSeconds: 10,
    homeowners: { url: `${url}/homeowners`, bindUrl: `${url}/homeowners/bind`, states: [] },
    umbrella: {
      url: `${url}/umbrella`,
      bindUrl: `${url}/umbrella/bind`,
      documentsUrl: `${url}/umbrella/documents`,
      states: [],
    },
  }
  return { simulator, target }
}

const brokenIn = (findings: readonly Finding[], line: Finding['line']): string[] =>
  findings.filter(one => one.result === 'broken' && one.line === line).map(({ rule }) => rule)

const ALL_STATES_RULE = 'declines_other_states'

test('a carrier that behaves well keeps every rule of both lines', async () => {
  const { simulator, target } = await simulated([])
  const findings = await checkCarrier({ target, bind: true })
  expect(findings.filter(({ result }) => result === 'broken')).toEqual([])
  expect(findings.filter(({ result }) => result === 'skipped').map(({ rule }) => rule)).toEqual([
    ALL_STATES_RULE,
    ALL_STATES_RULE,
  ])
  expect(simulator.policies.length).toBe(new Set(simulator.policies).size)
  expect(simulator.policies.length).toBeGreaterThan(0)
})

test('a carrier with contract 2, named or not, and one that is polled keep every rule of both lines', async () => {
  const { target } = await simulated(['bind_pending', 'no_events'])
  for (const identified of [true, false]) {
    const settings = { ...target, contract2: { identified }, polled: true as const }
    const findings = await checkCarrier({ target: settings, bind: true })
    expect(findings.filter(({ result }) => result === 'broken')).toEqual([])
    expect(findings.some(({ rule, result }) => rule === 'answers_polls' && result === 'kept')).toBe(true)
  }
})

test('a polled carrier that forgets its requests is found', async () => {
  const { target } = await simulated(['forgets_polls', 'unsigned'])
  const findings = await checkCarrier({ target: { ...target, polled: true }, bind: false })
  expect(brokenIn(findings, 'umbrella')).toEqual(
    expect.arrayContaining(['answers_polls', 'refuses_forged_poll']),
  )
})

test('an answer that breaks the contract is found with the fields that break it', async () => {
  const { target } = await simulated(['bare_decline'])
  const findings = await checkCarrier({ target, bind: false })
  const found = findings.find(({ line, rule }) => line === 'homeowners' && rule === 'valid_answer')
  expect(found?.because).toMatch(/^A field is not allowed\. \(not_an_answer\) reason_code is required\./)
})

test('without --bind the check orders nothing', async () => {
  const { simulator, target } = await simulated(['any_quote', 'unsigned', 'lenient'])
  await checkCarrier({ target, bind: false })
  expect(simulator.orders).toEqual([])
})

test.each<[Knob, string[]]>([
  ['garbage', ['json_answer']],
  ['wrong_request_id', ['echoes_request_id']],
  ['forgets', ['same_answer_again', 'same_answer_at_once']],
  ['unsigned', ['refuses_unsigned', 'refuses_wrong_signature', 'refuses_old_signature']],
  ['replayed', ['refuses_old_signature']],
  ['lenient', ['refuses_bad_json', 'refuses_incomplete_request']],
  ['strict', ['ignores_unknown_fields']],
  ['bare_decline', ['valid_answer', 'well_formed_decline']],
  ['credit', ['no_credit_without_permission', 'well_formed_decline']],
  ['huge', ['small_answer']],
  ['redirect', ['answers_with_200']],
])('a carrier that is %s breaks %j', async (knob, rules) => {
  const { target } = await simulated([knob])
  const findings = await checkCarrier({ target, bind: false })
  expect(brokenIn(findings, 'homeowners')).toEqual(rules)
  expect(brokenIn(findings, 'umbrella')).toEqual(rules)
})

test.each<[Knob, string[]]>([
  ['other_price', ['binds_signed_terms']],
  ['other_date', ['binds_signed_terms']],
  ['two_policies', ['one_policy', 'one_policy_at_once']],
  ['any_quote', ['refuses_unknown_quote', 'refuses_other_price']],
  ['block', []],
  ['info', []],
  ['bind_pending', []],
  ['bind_price', []],
])('with --bind, a carrier that does %s breaks %j', async (knob, rules) => {
  const { target } = await simulated([knob])
  const findings = await checkCarrier({ target, bind: true })
  expect(brokenIn(findings, 'homeowners')).toEqual(rules)
  expect(brokenIn(findings, 'umbrella')).toEqual(rules)
})

test.each<[Knob[], string[], number]>([
  [['pending'], [], 10_000],
  [['referred', 'twice'], [], 10_000],
  [['pending', 'forged_event'], ['signed_events'], 10_000],
  [['pending', 'new_event_id'], ['sends_events_again'], 10_000],
  [['pending', 'gives_up'], ['sends_events_again'], 1_000],
])('a carrier that answers later with %j breaks %j', async (knobs, rules, milliseconds) => {
  const listener = await listenForEvents(SECRET, 0)
  onTestFinished(() => listener.stop())
  const { target } = await simulated(knobs, listener.url)
  const findings = await checkCarrier({ target, bind: false, events: { listener, milliseconds } })
  expect(brokenIn(findings, 'homeowners')).toEqual(rules)
  expect(brokenIn(findings, 'umbrella')).toEqual(rules)
  expect(findings.filter(({ rule, result }) => rule === 'sends_events' && result === 'kept')).toHaveLength(2)
})

test('a carrier that makes offers outside its states, or sends no event, is found', async () => {
  const listener = await listenForEvents(SECRET, 0)
  onTestFinished(() => listener.stop())
  const everywhere = await simulated([])
  const homeowners = { ...everywhere.target.homeowners, states: ['OR'] }
  const { umbrella: _, ...target } = { ...everywhere.target, homeowners }
  expect(brokenIn(await checkCarrier({ target, bind: false }), 'homeowners')).toEqual([ALL_STATES_RULE])
  const mute = await simulated(['pending'])
  const found = await checkCarrier({
    target: mute.target,
    bind: false,
    events: { listener, milliseconds: 50 },
  })
  expect(brokenIn(found, 'umbrella')).toEqual(['sends_events'])
})

test('a carrier that never answers breaks answers_in_time', async () => {
  const { target } = await simulated(['silent'])
  const { umbrella: _, ...home } = { ...target, timeLimitSeconds: 0.05 }
  const findings = await checkCarrier({ target: home, bind: false })
  expect(brokenIn(findings, 'homeowners')[0]).toBe('answers_in_time')
})

test('a carrier that cannot be reached is told why, such as by its certificate', async () => {
  const { target } = await simulated([])
  const { umbrella: _, ...home } = target
  const url = target.homeowners.url.replace('http:', 'https:')
  const homeowners = { ...target.homeowners, url, bindUrl: url }
  const [first] = await checkCarrier({ target: { ...home, homeowners }, bind: false })
  expect(first).toMatchObject({
    rule: 'answers_in_time',
    because: expect.stringMatching(/^The endpoint could not be reached \(ERR_SSL_\w+\)\.$/),
  })
})

test('a value in the risk chooses a knob for one request', async () => {
  const { target } = await simulated([])
  const home = new Probe('homeowners', target, target.homeowners, 'IL')
  const asked = async (probe: Probe, risk: object) => {
    const request = probe.request()
    return probe.quote({ ...request, risk: { ...request.risk, ...risk } } as typeof request)
  }
  const outcomeOf = async (knob: Knob) =>
    (await asked(home, { home_sqft: chosenBy(knob, 'home_sqft') })).parsed?.outcome
  expect(await outcomeOf('decline')).toBe('decline')
  expect(await outcomeOf('pending')).toBe('pending')
  expect(await outcomeOf('offers')).toBe('offers')
  expect((await home.quote(home.request())).parsed?.outcome).toBe('offer')
  const household = new Probe('umbrella', target, target.umbrella, 'IL')
  const { parsed } = await asked(household, { jet_skis: chosenBy('block', 'jet_skis') })
  const [offer] = offersIn(parsed?.answer ?? null)
  if (!offer) throw new Error('There was no offer.')
  const order = sampleOrder({ ...offer, state: 'IL', now: new Date() })
  const reply = await household.send(target.umbrella.bindUrl, order.request_id, JSON.stringify(order))
  expect(parseBindAnswer(reply.kind === 'reply' ? reply.text : '', order).outcome).toBe('blocked')
})

test('the command names each rule and ends with 1 if one is broken', async () => {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation(line => printed.push(String(line)))
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const good = await simulated([])
  const bad = await simulated(['forgets'])
  const check = (url: string) =>
    checkCommand.run(
      {},
      readArguments(checkCommand, ['--umbrella-url', `${url}/umbrella`, '--secret', SECRET]),
    )
  expect(await check(good.simulator.url)).toBe(0)
  expect(printed.join('\n')).toContain(
    '✓ umbrella same_answer_again: A repeated request_id gets the same answer.',
  )
  printed.length = 0
  expect(await check(bad.simulator.url)).toBe(1)
  expect(printed.join('\n')).toMatch(/✗ umbrella same_answer_again: .* First SAN\S* at \$\d+, then /)
})
