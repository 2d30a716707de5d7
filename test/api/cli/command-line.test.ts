import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { exampleIntake } from '../../../src/products/homeowners/application/examples.ts'
import { pngOf } from '../../support/browser/pictures.ts'
import { call, getKey, latestCode, newEmail } from '../../support/people/client.ts'
import { bindAnswers, completeHousehold } from '../../support/people/umbrella-applications.ts'
import { runBindery } from '../../support/servers/command.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { type OperatorCli, operatorCli } from '../../support/servers/operator-cli.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let cli: OperatorCli
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  cli = operatorCli(service.url)
  const { code, errors } = await cli.login()
  expect(code, errors).toBe(0)
})
afterAll(() => {
  cli.remove()
  return service.stop()
})

const newComputer = (): OperatorCli => {
  const other = operatorCli(service.url)
  onTestFinished(other.remove)
  return other
}

const nothingTyped = { typed: {} }

const UID = /\b(?:umb|hom)_\w+/

const uidIn = (output: string): string => UID.exec(output)?.[0] ?? ''

test('the guide says where the command comes from, and what works without it', async () => {
  const { text } = await call(`${service.url}/docs/cli`)
  expect(text).toContain('comes with the service’s own package')
  expect(text).toContain('<a href="/docs/client">TypeScript client</a>')
})

describe('login', () => {
  test('asks for the email and the code, warns about the old key, and stores the new one for its user only', async () => {
    const cli = newComputer()
    const email = newEmail()
    const { code, output, errors } = await cli.run(['login'], {
      typed: {
        prompted: [
          ['Your email:', async () => email],
          ['Code from the email:', () => latestCode(service.url, email)],
        ],
      },
    })
    expect({ code, output }).toEqual({
      code: 0,
      output: `Logged in to ${service.url}. The key is in ${cli.credentials}.\n`,
    })
    expect(errors).toContain('replaces your current operator key')
    expect(statSync(cli.credentials).mode & 0o777).toBe(0o600)
    const { key } = JSON.parse(readFileSync(cli.credentials, 'utf8'))[service.url]
    expect(output + errors).not.toContain(key)
    expect((await cli.run(['calc', 'umbrella', 'zip=60601'])).code).toBe(0)
  })

  test('with --with-key stores a key that exists, and logout deletes it', async () => {
    const cli = newComputer()
    const key = await getKey(service.url, newEmail())
    const wrong = await cli.run(['login', '--with-key'], { typed: { input: 'a typing mistake\n' } })
    expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('A valid key is required') })
    expect((await cli.run(['login', '--with-key'], { typed: { input: `${key}\n` } })).code).toBe(0)
    expect((await cli.run(['calc', 'umbrella', 'zip=60601'])).code).toBe(0)
    expect((await cli.run(['logout'])).output).toBe(`Logged out of ${service.url}.\n`)
    expect(readFileSync(cli.credentials, 'utf8')).not.toContain(key)
    expect(statSync(cli.credentials).mode & 0o777).toBe(0o600)
    const after = await cli.run(['calc', 'umbrella', 'zip=60601'])
    expect(after).toMatchObject({ code: 1, errors: expect.stringContaining('bindery login --url') })
  })

  test('on a terminal does not show the key that is typed', async () => {
    const other = newComputer()
    const key = await getKey(service.url, newEmail())
    const { code, output } = await other.run(['login', '--with-key'], {
      typed: { atTerminal: true, prompted: [['Operator key:', () => key]] },
    })
    expect(code, output).toBe(0)
    expect(output).toContain('Logged in to')
    expect(output).not.toContain(key.slice(5))
  })

  test('with a wrong code ends with 1, says what to do, and stores nothing', async () => {
    const cli = newComputer()
    const { code, errors } = await cli.run(['login', '--email', newEmail(), '--code', '000000'])
    expect(code).toBe(1)
    expect(errors).toMatch(/^bindery: .*code/)
    expect(() => statSync(cli.credentials)).toThrow('ENOENT')
  })
})

test('a credentials file that is not JSON is named, and left as it is', async () => {
  const other = newComputer()
  await other.login()
  writeFileSync(other.credentials, '{')
  expect(await other.run(['logout'])).toMatchObject({
    code: 1,
    errors: `bindery: ${other.credentials} is not JSON. Delete it, then log in again.\n`,
  })
  expect(readFileSync(other.credentials, 'utf8')).toBe('{')
})

describe('an umbrella purchase', () => {
  test('goes from login to a policy number in the sandbox; each step asks for its own consent, and shows what is stated about it', async () => {
    const { felony, ...household } = completeHousehold()
    const missing = await cli.run(['quote', '-', '--line', 'umbrella'], {
      typed: { input: JSON.stringify(household) },
    })
    expect(missing).toMatchObject({ code: 0, output: expect.stringContaining('"label": "Felony"') })
    const uid = uidIn(missing.output)

    const rest = cli.file('rest.json', { intake: { felony } })
    const reviewed = await cli.run(['quote', rest, '--uid', uid])
    expect(reviewed.output).toMatch(/^ {2}Full name +Ada Buyer$/m)
    expect(reviewed.output).toContain('(estimated)')
    expect(reviewed.output).not.toContain('Missing:')
    expect(reviewed.output).toContain(`After their yes: bindery quote --uid ${uid} --reviewed`)
    expect((await cli.run(['quote', '--uid', uid, '--reviewed'])).output).toContain(
      `${uid} (sandbox): pending quotes`,
    )

    const watched = await cli.run(['watch', uid])
    expect(watched).toMatchObject({ code: 0, output: expect.stringContaining('Offers:') })
    expect(watched.output).toContain('* recommended')

    const unanswered = await cli.run(['buy', uid, '--offer', 'Marrowby', '--yes'])
    expect(unanswered).toMatchObject({ code: 1, errors: expect.stringContaining('--answers FILE') })
    const choice = ['--offer', 'Marrowby', '--answers', cli.file('answers.json', bindAnswers())]
    const unasked = await cli.run(['buy', uid, ...choice, '--yes'], nothingTyped)
    expect(unasked).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Ask the buyer, word for word'),
    })
    const consented = await cli.run(['buy', uid, ...choice, '--credit-consent', 'Yes'], nothingTyped)
    expect(consented.errors).toContain('By buying, you state:')
    expect(consented.errors).toMatch(/word for word:\n {2}Fraud warning: .+\n {2}Your privacy: /)
    expect(consented.errors).toContain('nobody is charged')
    expect(consented).toMatchObject({ code: 1, errors: expect.stringContaining('Nothing was bought') })

    const bought = await cli.run(['buy', uid, '--yes'])
    expect(bought.code, bought.errors).toBe(0)
    const { status, policy } = (await cli.json('status', uid)) as {
      status: string
      policy: { policy_number: string }
    }
    expect(status).toBe('bound')
    expect(bought.output).toContain(`Policy ${policy.policy_number} from `)
  })

  test('on a terminal asks for the answers that are missing; piped it names the file with them, and begins it', async () => {
    const file = cli.file('household.json', completeHousehold())
    const { uid } = await cli.json('quote', file, '--line', 'umbrella', '--reviewed')
    await cli.json('watch', String(uid))
    const { output: skeleton } = await cli.run(['buy', String(uid), '--skeleton'])
    expect(JSON.parse(skeleton)).toMatchObject({
      vehicles: [{ make: 'The car’s make, such as Toyota.' }],
      effective_date: expect.stringContaining('YYYY-MM-DD'),
    })
    const answers = bindAnswers()
    const [car] = answers.vehicles
    const asked = await cli.run(
      ['buy', String(uid), '--offer', 'Marrowby', '--credit-consent', 'Yes', '--yes'],
      {
        typed: {
          atTerminal: true,
          prompted: [
            ['Cars 1: Year:', () => String(car?.year)],
            ['Cars 1: Make:', () => String(car?.make)],
            ['Cars 1: Model:', () => String(car?.model)],
            ['Start date:', () => answers.effective_date],
            ['Prior carrier:', () => answers.prior_carrier],
          ],
        },
      },
    )
    expect(asked.code, asked.output).toBe(0)
    expect(asked.output).toMatch(/^Policy \S+ from /m)
  })

  test('sends documents where the agency collects them', async () => {
    const file = cli.file('household.json', completeHousehold(bindAnswers()))
    const { uid } = await cli.json('quote', file, '--line', 'umbrella', '--reviewed')
    await cli.json('watch', String(uid))
    const choice = ['buy', String(uid), '--offer', 'Brindlemoor', '--credit-consent', 'yes', '--yes']
    const asked = await cli.run(choice)
    expect(asked).toMatchObject({ code: 0, output: expect.stringContaining('buy --document TYPE=FILE') })
    const page = cli.file('page.png', pngOf(800, 600))
    const documents = ['declarations', 'auto_declarations'].flatMap(type => ['--document', `${type}=${page}`])
    expect(await cli.json('buy', String(uid), ...documents)).toMatchObject({
      status: 'bound',
      policy: { policy_number: expect.any(String) },
    })
  })

  test('that is live is not bought without --live', async () => {
    const file = cli.file('household.json', { intake: completeHousehold(), sandbox: false })
    const unsure = await cli.run(['quote', file, '--line', 'umbrella'])
    expect(unsure).toMatchObject({ code: 2, errors: expect.stringContaining('Add --live') })
    const { uid } = await cli.json('quote', file, '--line', 'umbrella', '--live')
    const refused = await cli.run(['buy', String(uid), '--yes'])
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('Add --live to go on') })
  })
})

describe('a homeowners application', () => {
  test('begins with a file to fill in', async () => {
    const { output } = await cli.run(['quote', '--skeleton', '--line', 'homeowners'])
    expect(JSON.parse(output)).toEqual({ intake: exampleIntake })
  })

  test('names what is missing, takes the consent, is quoted, and is left to the homeowner to buy', async () => {
    const { birthday, ...intake } = exampleIntake
    const missing = await cli.run(['quote', cli.file('home.json', { intake })])
    expect(missing.output).toMatch(/^ {2}Date of birth \(birthday\) {2,}\S/m)
    const uid = uidIn(missing.output)
    const asked = await cli.run(['quote', cli.file('rest.json', { birthday }), '--uid', uid])
    expect(asked.output).toContain(`After their yes: bindery quote --uid ${uid} --credit-authorized`)
    expect((await cli.run(['quote', '--uid', uid, '--credit-authorized'])).output).toContain('pending quotes')
    const watched = await cli.run(['watch', uid])
    expect(watched).toMatchObject({ code: 0, output: expect.stringMatching(/Carrier +A year/) })
    const left = await cli.run(['buy', uid, '--yes'])
    expect(left.code).toBe(1)
    expect(left.output).toContain('Nothing was bought. Only the homeowner can buy')
    expect(left.output).toMatch(/For the homeowner: http\S+/)
  })
})

describe('calc', () => {
  test('reads the values of all five calculators by their types', async () => {
    const car = ['vehicle.year=2015', 'vehicle.make=Toyota', 'vehicle.model=Camry']
    const calls = {
      'auto-estimates': ['driver.age=42', 'driver.zip=94110'],
      'collision-and-comprehensive-coverage': ['driver.zip=94110', ...car],
      'file-a-claim': ['driver.zip=94110', 'repair_estimate=2800', ...car],
      home: ['zip=94110', 'home_sqft=1800', 'risk_factors=pool,trampoline'],
      umbrella: ['zip=02134'],
    }
    for (const [name, pairs] of Object.entries(calls))
      expect(await cli.json('calc', name, ...pairs)).toMatchObject({
        calculator: name,
        result: expect.any(Object),
      })
  })

  test('prints a table on a terminal, and JSON into a pipe', async () => {
    const shown = await cli.run(['calc', 'umbrella', 'zip=60601'])
    expect(shown.output).toMatch(/^bands:\n {2}coverage limit {2,}annual low {2,}annual mid/m)
    expect(shown.output).toMatch(/^ {2}1,000,000 {2,}\d+ /m)
    const piped = await cli.run(['calc', 'umbrella', 'zip=60601'], nothingTyped)
    expect(JSON.parse(piped.output)).toMatchObject({ calculator: 'umbrella' })
  })

  test('passes on what the service says about each field', async () => {
    const { code, errors } = await cli.run(['calc', 'umbrella', 'zip=606', 'auto_cuont=2'])
    expect(code).toBe(1)
    expect(errors).toContain('  zip: has the wrong format. Expected: A five-digit US ZIP code.\n')
    expect(errors).toMatch(
      / {2}auto_cuont: is not a known field\. Expected: .+\. Did you mean auto_count\?\n/,
    )
    expect(errors).toContain('/docs/errors')
  })
})

describe('every command', () => {
  test('with --json prints one JSON value on standard output, also when it is refused', async () => {
    const refused = await cli.run(['status', 'umb_00000000nobody0000000000', '--json'])
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.output)).toMatchObject({ error: 'not_found', request_id: expect.any(String) })
    const misused = await cli.run(['status', '--json'])
    expect({ code: misused.code, ...JSON.parse(misused.output) }).toMatchObject({ code: 2, error: 'usage' })
  })

  test.each(['login', 'logout', 'quote', 'status', 'watch', 'buy', 'calc', 'serve', 'carrier'])(
    '%s explains itself with --help',
    async name => {
      const { code, output, errors } = await runBindery([name, '--help'], {})
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      expect(output).toMatch(new RegExp(`^Usage: bindery ${name}.*\n.+`))
    },
  )

  test('that does not exist, or gets a word too many, is told what is wrong and ends with 2', async () => {
    const misuses: [string[], string][] = [
      [['quot'], 'There is no command quot. Did you mean quote? Run bindery --help for the list.'],
      [['serve', '--frobnicate'], "Unknown option '--frobnicate'. Add --help for the options."],
      [['migrate', 'now'], 'It does not take now.\nUsage: bindery migrate\n'],
      [['mail', 'retry'], 'Usage: bindery mail, or bindery mail retry EMAIL_ID'],
      [['mail', 'send'], 'Usage: bindery mail, or bindery mail retry EMAIL_ID'],
      [['audit', 'verify', 'all'], 'It does not take all.\nUsage: bindery audit verify|anchor\n'],
      [['audit', 'anchor', '--anchor', 'file'], 'or bindery audit anchor'],
      [['serve', '--processes'], "Option '--processes <value>' argument missing"],
      [['carrier', 'simulate', 'now'], 'It does not take now.'],
      [['carrier', 'chek'], 'carrier check ID'],
    ]
    for (const [args, told] of misuses)
      expect(await runBindery(args, {})).toMatchObject({ code: 2, errors: expect.stringContaining(told) })
    const unknown = await runBindery(['quote', '--frobnicate'], {})
    expect(unknown.errors).toBe("bindery: Unknown option '--frobnicate'. Add --help for the options.\n")
    const empty = newComputer()
    expect(await empty.run(['quote'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Name a file'),
    })
  })

  test('is completed by the shell that was told', async () => {
    const { output, errors } = await runBindery(['completion', 'bash'], {})
    expect(errors).toBe('')
    const script = `${output}\ncomplete -p bindery; compgen -W "$(complete -p bindery | cut -d"'" -f2)" wat`
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toMatch(/\nwatch\n$/)
    expect(await runBindery(['completion', 'cmd'], {})).toMatchObject({ code: 2 })
  })

  test('is named: bindery alone starts nothing, lists the commands and ends with 2', async () => {
    const { code, errors } = await runBindery([], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' })
    expect(code).toBe(2)
    expect(errors).toMatch(/^bindery: Name a command, such as bindery serve\.\nUsage:\n {2}bindery serve /)
  })

  test('is listed with help and -h, one column for all, and --version names the contract', async () => {
    for (const name of ['help', '--help', '-h']) {
      const { code, output, errors } = await runBindery([name], {})
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      for (const line of output.split('\n').filter(text => text.startsWith('  bindery ')))
        expect(line).toMatch(/^(?=.{37} \S| {2}bindery serve)/)
    }
    expect((await runBindery(['-v'], {})).output).toMatch(/^bindery, API contract \d+\.\d+\.\d+\n$/)
  })

  test('ends with 2 when it is misused, and with 1 when nobody answers', async () => {
    for (const args of [
      ['status'],
      ['status', 'a', 'b'],
      ['quote', '--frobnicate'],
      ['quote'],
      ['quote', cli.file('x.json', {})],
      ['calc', 'boat'],
      ['calc', 'umbrella', 'zip'],
      ['status', 'umb_1', '--url', 'bindery.example'],
    ])
      expect(await cli.run(args)).toMatchObject({ code: 2, output: '' })
    const url = `http://127.0.0.1:${await freePort()}`
    const away = await cli.run(['login', '--email', 'a@example.com', '--url', url])
    expect(away).toMatchObject({ code: 1, errors: expect.stringContaining(`${url} does not answer`) })
  })

  test('uses the only service its user is logged in to, and asks which one when there are two', async () => {
    const own = newComputer()
    await own.login()
    const withoutUrl = { env: {} }
    expect((await own.run(['calc', 'umbrella', 'zip=60601'], withoutUrl)).code).toBe(0)
    const key = await getKey(service.url, newEmail())
    const other = ['login', '--with-key', '--url', service.url.replace('127.0.0.1', 'localhost')]
    expect((await own.run(other, { typed: { input: `${key}\n` } })).code).toBe(0)
    expect(await own.run(['calc', 'umbrella', 'zip=60601'], withoutUrl)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Choose one with --url'),
    })
  })
})
