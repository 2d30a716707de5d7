import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { openPolicyDocument } from '../../../src/agency/policies/policy-documents.ts'
import { salesTable } from '../../../src/doors/cli/sales-table.ts'
import { auditFile } from '../../../src/doors/desk/audit-file/audit-file.ts'
import { auditPdf } from '../../../src/doors/desk/audit-file/audit-pdf.ts'
import { readCustomer } from '../../../src/doors/desk/customer/customer.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { keyCache } from '../../../src/platform/key/key-cache.ts'
import { setStanding } from '../../../src/platform/key/store.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { HOME_OFFER, taskFor } from '../../support/carriers/desk-markets.ts'
import { pageOfLastOrder } from '../../support/carriers/planted.ts'
import { blocksOf, folderForThisTest } from '../../support/contract/code-blocks.ts'
import { mailbox, newEmail } from '../../support/people/client.ts'
import { setUpSecondFactor, signIn, signInByCode } from '../../support/people/desk.ts'
import { quotesCall } from '../../support/people/homeowner-applications.ts'
import { asHomeowner, refusal } from '../../support/people/homeowner-in-portal.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import { PRODUCTION } from '../../support/servers/production.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

const PAGE = 'docs/first-day.md'

const printed = (title: string, name: string): string => blocksOf(PAGE, title, name)[0] ?? ''

const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map(line => {
        const [name = '', ...value] = line.split('=')
        return [name, value.join('=')]
      }),
  )

/** The files and settings of the page, as printed, in a folder of their own. */
const asPrinted = (): Record<string, string> => {
  const folder = folderForThisTest()
  writeFileSync(join(folder, 'licenses.json'), printed('1. Your licenses', 'json licenses.json'))
  writeFileSync(join(folder, 'carriers.json'), printed('2. Your carriers', 'json carriers.json'))
  const {
    LICENSES_FILE = '',
    CARRIERS_FILE = '',
    ...env
  } = settingsIn(printed('3. Your settings', 'ini .env'))
  return { ...env, LICENSES_FILE: join(folder, LICENSES_FILE), CARRIERS_FILE: join(folder, CARRIERS_FILE) }
}

const cells = (line: string): string[] => line.trim().split(/ {2,}/)

test('an agency sells a real policy on its first day, with what the page prints and nothing else', async () => {
  const { NODE_ENV, ...env } = asPrinted()
  const production = readConfig({ ...PRODUCTION, ...env, NODE_ENV })
  expect(production.deskCarriers).toHaveLength(2)
  const service = await serviceForThisTest({
    env: {
      ...env,
      DEMO_CARRIERS: 'off',
      RATE_LIMITS: 'off',
      OPERATOR_APPROVAL: production.operatorApproval,
      STAFF_SECOND_FACTOR: production.staffSecondFactor ? 'required' : 'optional',
    },
  })
  const table = salesTable(service.app)
  expect(table.open).toBe(true)
  const [, ...rows] = printed('3. Your settings', 'text').trim().split('\n')
  for (const row of rows) expect(table.lines.map(cells)).toContainEqual(cells(row))

  const { key, uid: operator } = await newOperator(service)
  const request = JSON.parse(printed('4. Your operator', 'json request.json'))
  expect((await quotesCall(service.url, key, request)).body.error).toBe('operator_not_approved')
  const { STAFF_EMAILS: staff = '' } = env
  const ann = await signInByCode(service, service.url, staff)
  expect((await ann.open('/desk')).location).toBe('/desk/second-factor')
  await setUpSecondFactor(service, ann)
  await ann.open(`/desk/operators/${operator}`)
  await ann.send(`/desk/operators/${operator}`, { act: 'approved', note: 'We know them.' })
  const { body } = await quotesCall(service.url, key, request)
  expect(body).toMatchObject({ status: 'pending_quotes', missing_fields: [] })
  const uid = String(body.uid)
  const quote = await taskFor(service, { uid })
  await taskFor(service, { uid, carrier: 'quay' })
  expect((await quotesCall(service.url, key, { uid })).body).toMatchObject({
    waiting_on: 'staff',
    quoting: { asked: 2, answered: 0, waiting_on: ['Harbor Mutual', 'Quay Insurance'] },
  })

  await ann.open(quote)
  await ann.send(`${quote}/claim`)
  expect((await ann.open(quote)).text).toContain('Our agency code is 4411.')
  expect((await ann.send(`${quote}/offers`, HOME_OFFER)).location).toBe(`${quote}?done=offered`)

  const ada = asHomeowner(service, uid)
  await ada.untilAt('offers')
  await ada.selectBest()
  await ada.confirmAll()
  const { effective_date } = await ada.signature()
  await ada.sign({ effective_date })

  const purchase = await taskFor(service, { uid, kind: 'bind' })
  await ann.open(purchase)
  await ann.send(`${purchase}/claim`)
  const terms = {
    policy_number: 'HM-HO-77',
    annual_price: '1598',
    offer_mine_subsidence: 'refused',
    effective_date,
    expiration_date: effective_date.replace(/^\d{4}/, year => String(Number(year) + 1)),
  }
  const page = await pageOfLastOrder(service.app, uid, terms.policy_number)
  const declarations = new File([new Uint8Array(page)], 'declarations.pdf')
  expect((await ann.upload(`${purchase}/bound`, terms, { declarations })).location).toBe(
    `${purchase}?done=bound`,
  )

  await ada.untilAt('bound')
  const [policy] = await policiesOf(service.app, uid)
  expect(policy).toMatchObject({
    policy_number: 'HM-HO-77',
    carrier: 'Harbor Mutual',
    carrier_naic: '12345',
    illustrative: false,
    producer: { name: 'Elm Street Insurance', license: 'IL 100200300', npn: '1234567' },
  })
  const found = policy?.documents.find(({ kind }) => kind === 'declarations')
  const kept = await openPolicyDocument(service.app, { uid, document_id: found?.document_id ?? '' })
  expect(kept?.content.equals(page)).toBe(true)
  const told = (await mailbox(service.url, request.intake.email)).map(({ text }) => text)
  expect(told.some(text => text.includes('HM-HO-77'))).toBe(true)
  expect((await quotesCall(service.url, key, { uid })).body).toMatchObject({
    detail_status: 'bound',
    policies: [{ policy_number: 'HM-HO-77', carrier: 'Harbor Mutual' }],
  })

  const customer = await readCustomer(service.app, uid)
  if (!customer) throw new Error('it is gone')
  const file = await auditFile(service.app, customer, 'stf_test')
  const paper = (await textOfPdf(await auditPdf(file, '#123456'))).replaceAll(/\s+/g, ' ')
  expect(paper).toMatch(/Quote, harbor, created \S+ \S+ UTC\. Offered, \S+ \S+ UTC, ann@agency\.example/)
  expect(paper).toMatch(/Quote, quay, created \S+ \S+ UTC\. No longer needed /)
})

test('in production, an operator does what its standing permits, and the homeowner answers each offer of coverage and signs on our page', async () => {
  const { NODE_ENV: _, ...env } = asPrinted()
  const service = await serviceForThisTest({
    env: {
      ...env,
      DEMO_CARRIERS: 'off',
      RATE_LIMITS: 'off',
      OPERATOR_APPROVAL: 'desk',
      OPERATOR_ACTS: 'by_standing',
      CREDIT: 'ask',
    },
  })
  const { app, url } = service
  const ann = await signIn(service, url, env.STAFF_EMAILS)
  const decide = async (uid: string, part: string, form: Record<string, string>) => {
    await ann.open(`/desk/operators/${uid}`)
    return ann.send(`/desk/operators/${uid}${part}`, form)
  }
  const [unlicensed, licensed, before] = [
    await newOperator(service),
    await newOperator(service),
    await newOperator(service),
  ]
  for (const { uid } of [unlicensed, licensed]) await decide(uid, '', { act: 'approved', note: 'Known.' })
  const signed = { agreement: '1', signed_on: '2026-01-05', pay: 'commission', respa: 'not_settlement' }
  await decide(licensed.uid, '/terms', {
    ...signed,
    acts: 'refer,collect_facts,present_offers,collect_choice',
  })
  const license = { act: 'add', kind: 'license', state: 'IL', number: 'IL-1', expires: '2099-01-01' }
  await decide(licensed.uid, '/licenses', license)
  const standing = {
    standing: 'approved',
    standing_at: app.clock.now(),
    standing_by: 'staff:before',
    terms: null,
  } as const
  await setStanding(app.db, before.uid, standing)
  keyCache(app).forgetAll()

  const request = JSON.parse(printed('4. Your operator', 'json request.json'))
  const [home] = request.intake.home
  const quoted = async ({ key }: { key: string }, at: number) => {
    const intake = { ...request.intake, email: newEmail(), home: [{ ...home, street: `${at} Oak Lane` }] }
    const uid = String((await quotesCall(url, key, { ...request, intake })).body.uid)
    const task = await taskFor(service, { uid })
    await ann.open(task)
    await ann.send(`${task}/claim`)
    await ann.send(`${task}/offers`, HOME_OFFER)
    const ada = asHomeowner(service, uid)
    await ada.untilAt('offers')
    return { uid, ada, seen: (await quotesCall(url, key, { uid })).body }
  }
  const first = await quoted(unlicensed, 41)
  expect(first.seen.offers).toBeUndefined()
  expect(first.seen.person_acts).toMatchObject({
    acts: ['present_offers', 'collect_choice', 'attest'],
    url: expect.stringContaining(`${url}/portal`),
  })
  const shown = [await quoted(licensed, 50), await quoted(before, 60)].map(({ seen }) => ({
    offers: (seen.offers as object[] | undefined)?.length,
    acts: (seen.person_acts as { acts: string[] } | undefined)?.acts ?? [],
  }))
  expect(shown).toEqual([
    { offers: 1, acts: ['attest'] },
    { offers: 1, acts: [] },
  ])

  const { uid, ada } = first
  Object.assign(app.config, { production: true })
  await ada.selectBest()
  await ada.confirmAll()
  const refused = await refusal(ada.sign())
  const asked = (refused.fields ?? []).map(({ path }) => path.slice('offered.'.length))
  expect(asked).toContain('flood')
  expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
  await ada.sign({ offered: Object.fromEntries(asked.map(code => [code, 'no'])) })
  await taskFor(service, { uid, kind: 'bind' })
})
