import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queueEmail } from '../../../src/agency/emails/outbox.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { auditFile } from '../../../src/doors/desk/audit-file/audit-file.ts'
import { auditPdf } from '../../../src/doors/desk/audit-file/audit-pdf.ts'
import { fileBook } from '../../../src/doors/desk/book/file-job.ts'
import { readCustomer } from '../../../src/doors/desk/customer/customer.ts'
import { listDecidedOperators } from '../../../src/doors/desk/operators/store.ts'
import { listEntries } from '../../../src/platform/audit/store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { proveEmail } from '../../../src/platform/key/shopper/shopper.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { lineOf } from '../../../src/platform/lines.ts'
import { eraseOverdue } from '../../../src/products/erase-job.ts'
import { noteOnHomeowners } from '../../../src/products/homeowners/intake/writer.ts'
import { requestSignIn } from '../../../src/products/homeowners/portal/sign-in.ts'
import {
  type BookPage,
  type BookPlace,
  searchByFirst,
  searchTerms,
} from '../../../src/products/line/record/book-store.ts'
import { ownerTerm, termsOf } from '../../../src/products/line/record/book-terms.ts'
import { consentsOf, electronicRecords, recordConsent } from '../../../src/products/line/record/consent.ts'
import { findIntake } from '../../../src/products/line/record/intakes.ts'
import { writeNote } from '../../../src/products/line/record/notes.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { aLateCarrier } from '../../support/carriers/late-carrier.ts'
import { dumpOf, readableIn } from '../../support/database/canaries.ts'
import { wholeChain } from '../../support/database/chain.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { aDoubtfulDocument, STAFF, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { aHome, anIntake, newOperator } from '../../support/people/homeowner-intakes.ts'
import { emailedLink } from '../../support/people/portal-in-browser.ts'
import { startShopping } from '../../support/people/shopper.ts'
import {
  bindAnswers,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
} from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { hiddenIn, newVisitor, type Visitor } from '../../support/people/visitor.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let ann: Visitor
beforeAll(async () => {
  service = await startTestService({ env: { STAFF_EMAILS: STAFF, RATE_LIMITS: 'off' } })
  ann = await signIn(service, service.url)
})
afterAll(() => service.stop())

const applicant = {
  full_name: 'Wilhelmina Quackenbush',
  email: 'wilhelmina@canary.example',
  phone_number: '(217) 555-0142',
}
const home = aHome({ street: '4711 Periwinkle Street', city: 'Springfield', state: 'IL', zip: '62704' })

const wilhelmina = (owner = 'opr_test') => anIntake(service, { owner, applicant, homes: [home] })

const find = async (q: string, more: Record<string, string> = {}) => {
  const { location } = await ann.send('/desk/book', { q, ...more })
  return (await ann.open(location ?? '/nowhere')).text
}

const linksTo = (text: string): string[] =>
  [...text.matchAll(/href="\/desk\/book\/(\w+)"/g)].map(([, uid]) => String(uid))

const open = (uid: string, query = '') => ann.open(`/desk/book/${uid}${query}`)

describe('finding a customer', () => {
  test('works by half a surname, email, phone, address, operator and uid, and says when there is none', async () => {
    const operator = await newOperator(service)
    const { uid } = await wilhelmina(operator.uid)
    for (const text of [
      'quack',
      'wilh QUACKEN',
      applicant.email,
      '+1 217-555-0142',
      '4711 periwinkle st',
      operator.uid,
    ])
      expect(linksTo(await find(text)), text).toContain(uid)
    expect((await ann.send('/desk/book', { q: uid })).location).toBe(`/desk/book/${uid}`)
    expect((await ann.send('/desk/book', { q: '  ' })).location).toBe('/desk/book')
    expect(await find('quackenbusher')).toMatch(
      /<title>Search results .*<h2 [^>]* autofocus>.*No customer found/s,
    )
    expect(await find('hom_nothing')).toContain('No customer found')
  })

  test('names an operator by email, but not one whose row was changed outside the service', async () => {
    const email = newEmail()
    await getKey(service.url, email)
    expect(await find(email)).toContain(`${email} is an operator`)
    const forged = newEmail()
    const rename = (from: string, to: string) =>
      query(service.databaseUrl, 'update operators set email = $2 where email = $1', [from, to])
    await rename(email, forged)
    expect(await find(forged)).not.toContain('is an operator')
    await rename(forged, email)
  })

  test('follows what the application says now, and nothing personal is readable in the database, the log or an address', async () => {
    const { uid } = await wilhelmina()
    const { location } = await ann.send('/desk/book', { q: 'Quackenbush' })
    expect(readableIn(String(location), ['Quackenbush'])).toEqual([])
    await transact(service.app, async inside => {
      const intake = await findIntake<never, never>(inside, { uid, line: 'homeowners' })
      const application = {
        applicant: { ...applicant, full_name: 'Wilhelmina Zwetschge' },
        homes: [home],
        unrecognized: {},
      }
      await noteOnHomeowners(inside, intake as never, { application }, { actor: 'test', event: 'updated' })
    })
    expect(linksTo(await find('Quackenbush'))).not.toContain(uid)
    expect(linksTo(await find('Zwets'))).toContain(uid)
    const secrets = ['Quackenbush', 'Zwetschge', 'wilhelmina@canary', 'Periwinkle', '555-0142', '2175550142']
    for (const [table, text] of await dumpOf(service.databaseUrl))
      expect(readableIn(text, secrets), table).toEqual([])
    expect(readableIn(service.log.join('\n'), secrets)).toEqual([])
  })

  test('goes page by page, newest first, without a gap', async () => {
    const made: string[] = []
    for (let at = 0; at < 27; at++)
      made.push(
        (await anIntake(service, { owner: 'opr_test', applicant: { full_name: `Ada${at} Yellowhammer` } }))
          .uid,
      )
    const first = await find('yellowh')
    const [, next = ''] = /href="(\/desk\/book\?search=[\w-]+)"/.exec(first) ?? []
    const second = (await ann.open(next)).text
    expect([...linksTo(first), ...linksTo(second)]).toEqual(made.toReversed())
    expect(second).not.toContain('Older applications')
  })

  test('needs the key: no entry of the index is a name, an address or a hash that a stranger could compute', async () => {
    const { uid } = await wilhelmina()
    const rows = await query<{ term: Buffer }>(
      service.databaseUrl,
      'select term from book_terms where uid = $1',
      [uid],
    )
    const entries = new Set(rows.map(({ term }) => term.toString('hex')))
    expect(entries.size).toBeGreaterThan(20)
    const terms = termsOf({
      names: [applicant.full_name],
      emails: [applicant.email],
      phones: [applicant.phone_number],
      addresses: ['4711 Periwinkle Street', 'Springfield', '62704'],
    })
    const guesses = [...terms, ownerTerm('opr_test')].flatMap(term => [
      term,
      term.slice(term.indexOf('/') + 1),
    ])
    const seen = guesses.flatMap(guess =>
      ['md5', 'sha1', 'sha256', 'sha512'].map(name =>
        createHash(name).update(guess).digest().subarray(0, 16).toString('hex'),
      ),
    )
    expect(seen.filter(hash => entries.has(hash))).toEqual([])
    const mac = (sandbox: 'live' | 'sandbox', term: string) =>
      service.app.sealer.mac(`book/${sandbox}`, term).subarray(0, 16).toString('hex')
    expect([...terms].filter(term => !entries.has(mac('live', term)))).toEqual([])
    expect([...terms].filter(term => entries.has(mac('sandbox', term)))).toEqual([])
  })

  test('shows people with both names first, and everyone in whose application the words are only if asked', async () => {
    const named = async (...names: [string, ...string[]]) => {
      const [full_name, ...others] = names
      const co_applicants = others.map(name => ({ full_name: name }))
      return (await anIntake(service, { owner: 'opr_test', applicant: { full_name, co_applicants } })).uid
    }
    const one = await named('Isolde Vandersloot')
    const couple = await named('Isolde Amundsen', 'Rurik Vandersloot')
    const first = await find('isol vanders')
    expect(linksTo(first)).toEqual([one])
    const [, everything = ''] = /href="(\/desk\/book\?search=[\w-]+)"/.exec(first) ?? []
    expect(linksTo((await ann.open(everything)).text)).toEqual([couple, one])
    expect(linksTo(await find('amundsen vandersl'))).toEqual([couple])
    await query(service.databaseUrl, 'insert into book_waiting values ($1)', [one])
    expect(linksTo(await find('isol vanders'))).toEqual([couple, one])
    await query(service.databaseUrl, 'delete from book_waiting')
  })

  test('looks at a bounded number of applications for one page, and goes on where it stopped', async () => {
    const term = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16)
    const [all, half, third, fifth] = [term('all'), term('half'), term('third'), term('fifth')]
    const [even, fourth, eighth] = [term('even'), term('fourth'), term('eighth')]
    await query(
      service.databaseUrl,
      `insert into book_terms (term, at, uid)
       select term, timestamptz '2020-01-01' + n * interval '1 second', 'hom_walk' || lpad(n::text, 4, '0')
       from generate_series(1, 400) n, unnest(array[$1::bytea, case when n % 2 = 0 or n in (7, 399) then $2::bytea end,
         case when n % 3 = 0 then $3::bytea end, case when n % 5 = 0 then $4::bytea end,
         case when n % 2 = 0 then $5::bytea end, case when n % 4 = 0 then $6::bytea end,
         case when n % 8 = 0 then $7::bytea end]) as term
       where term is not null`,
      [all, half, third, fifth, even, fourth, eighth],
    )
    const walk = async (search: typeof searchTerms, terms: [Buffer, ...Buffer[]], limit = 1000) => {
      const pages: string[][] = []
      let before: BookPlace | null = null
      do {
        const page: BookPage = await search(service.app.db, { terms, before, limit })
        pages.push(page.found.map(({ uid }) => uid))
        before = page.lookedTo ?? (page.found.length === limit ? (page.found.at(-1) ?? null) : null)
      } while (before)
      return pages
    }
    const having = async (terms: Buffer[]) => {
      const rows = await query<{ uid: string }>(
        service.databaseUrl,
        'select uid from book_terms where term = any($1) group by uid having count(*) = $2 order by uid desc',
        [terms, terms.length],
      )
      return rows.map(({ uid }) => uid)
    }
    const sizes: Record<string, [Buffer, ...Buffer[]]> = {
      '50 50 50 50 2': [all, half],
      '26 25 16': [half, third],
      '25 15': [half, fifth],
      '8 5': [all, half, third, fifth],
      '0': [all, term('nobody')],
      '50 50 50 50': [all, even],
      '50': [fourth, eighth],
    }
    for (const [expected, terms] of Object.entries(sizes)) {
      const pages = await walk(searchTerms, terms)
      expect(pages.map(({ length }) => length).join(' ')).toBe(expected)
      expect(pages.flat()).toEqual(await having(terms))
      expect((await walk(searchTerms, terms, 7)).flat()).toEqual(pages.flat())
      for (const limit of [7, 1000])
        expect((await walk(searchByFirst, terms, limit)).flat()).toEqual(pages.flat())
    }
    expect((await walk(searchByFirst, [third, half])).map(({ length }) => length)).toEqual([26, 25, 16])
    await query(service.databaseUrl, `delete from book_terms where uid like 'hom_walk%'`)
  })

  test('keeps the sandbox apart, and knows a policy by its number', async () => {
    const key = await getKey(service.url, newEmail())
    const { uid, homeowner } = await selectedHomeowner(service, key, { sandbox: true })
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const [policy] = await policiesOf(service.app, uid)
    const number = String(policy?.policy_number).toLowerCase().replaceAll('-', ' ')
    expect(linksTo(await find(number))).not.toContain(uid)
    expect(linksTo(await find(number, { sandbox: 'on' }))).toEqual([uid])
    const { text } = await open(uid)
    for (const words of [
      String(policy?.policy_number),
      'Sandbox',
      'Policies',
      'Application and signature',
      'Orders',
    ])
      expect(text).toContain(words)

    const [, path = ''] = /href="([^"]+)" download="binder-[^"]+">Binder</.exec(text) ?? []
    const binder = await ann.open(path)
    expect(binder.headers.get('content-type')).toBe('application/pdf')
    expect((await open(uid)).text).toContain('Opened a document')
    const { uid: other } = await wilhelmina()
    expect((await ann.open(path.replace(uid, other))).status).toBe(404)
    const file = JSON.parse((await ann.open(`/desk/book/${uid}/audit.json`)).text)
    expect(file.policy_documents).toMatchObject([
      {
        document_id: path.split('/').at(-1),
        kind: 'binder',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  test('reaches applications from before the book once the job has run', async () => {
    const { uid } = await anIntake(service, {
      owner: 'opr_test',
      applicant: { full_name: 'Old Featherstonehaugh' },
    })
    const { uid: recent } = await anIntake(service, {
      owner: 'opr_test',
      applicant: { full_name: 'New Featherstonehaugh' },
    })
    await query(service.databaseUrl, 'delete from book_terms where uid = any($1)', [[uid, recent]])
    await query(service.databaseUrl, 'insert into book_waiting values ($1)', [uid])
    const { uid: before } = await anIntake(service, {
      owner: 'opr_test',
      applicant: { full_name: 'Newer Featherstonehaugh' },
    })
    await query(service.databaseUrl, 'update book_terms set filing = 1 where uid = $1', [before])
    expect(linksTo(await find('feathers'))).toEqual([before])
    await runJob(service, fileBook)
    expect(linksTo(await find('feathers')).toSorted()).toEqual([uid, recent, before].toSorted())
    const [filed] = await query(
      service.databaseUrl,
      'select min(filing) as filing from book_terms where uid = $1',
      [before],
    )
    expect(filed).toEqual({ filing: 2 })
    expect(await query(service.databaseUrl, 'select from book_waiting')).toEqual([])
  })
})

describe('the page of a customer', () => {
  test('shows the application with its sources and all that belongs to it, and each look is on record', async () => {
    const { uid } = await wilhelmina()
    const { id } = await aDoubtfulDocument(service, { uid })
    await aLateCarrier(service.app, uid)
    const { text } = await open(uid)
    for (const words of [
      'Events from carriers',
      'Policy canceled',
      'Took effect',
      applicant.email,
      'The operator',
      '4711 Periwinkle Street',
      'Ada’s policy.png',
      'not verified',
    ])
      expect(text).toContain(words)
    const picture = await ann.open(`/desk/documents/${id}/preview`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    expect(picture.headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
    const reads = await query<{ what: string; read_by: string }>(
      service.databaseUrl,
      'select what, read_by from desk_reads where uid = $1',
      [uid],
    )
    expect(reads).toEqual([{ what: 'customer', read_by: expect.stringMatching(/^staff:stf_/) }])
    expect((await open(uid)).text).toContain('Opened this page')
    expect((await open('hom_nothing')).status).toBe(404)
    expect((await open('nothing')).status).toBe(404)
  })

  test('names other applications of the person, with one timeline across lines and operators, only where the email is proven, and that look is on record', async () => {
    const email = newEmail()
    const { intake: umbrella } = await umbrellaIn(service, {
      owner: 'opr_other',
      status: 'ready_for_review',
      sandbox: false,
      answers: { email },
    })
    const shopper = await startShopping(service.url, 'homeowners', { intake: { email }, sandbox: false })
    const shoppersPage = async () => linksTo((await open(shopper.uid)).text)
    const line = { line: 'homeowners' as const, uid: shopper.uid }
    await proveEmail(service.app, (await findIntake(service.app, line)) as never)
    expect(await shoppersPage()).toEqual([])
    await transact(service.app, inside =>
      recordConsent(inside, electronicRecords, {
        uid: umbrella.uid,
        application: {},
        witness: { givenBy: 'buyer', proof: 'portal_session', language: 'en', address: '', userAgent: '' },
      }),
    )
    expect(new Set(await shoppersPage())).toEqual(new Set([umbrella.uid, shopper.uid]))
    const { text } = await open(umbrella.uid)
    expect(new Set(linksTo(text))).toEqual(new Set([umbrella.uid, shopper.uid]))
    const [, timeline = ''] = /aria-labelledby="timeline">(.*?)<\/ol>/s.exec(text) ?? []
    const told = [...timeline.matchAll(/book\/(\w+)">(\w+)<\/a>, (\w+)/g)].map(found => found.slice(1))
    const steps = async (uid: string) => (await listEntries(service.app.db, uid)).length
    for (const row of [
      [umbrella.uid, 'Umbrella', 'opr_other'],
      [shopper.uid, 'Homeowners', 'direct'],
    ])
      expect(told.filter(seen => seen.join() === row.join())).toHaveLength(await steps(String(row[0])))
    const reads = await query<{ what: string }>(
      service.databaseUrl,
      'select what from desk_reads where uid = $1',
      [shopper.uid],
    )
    expect(reads.filter(({ what }) => what === 'related')).toHaveLength(1)
  })
})

describe('a credit authorization', () => {
  test('that was withdrawn is shown as withdrawn, with its time, at the desk, in the portal and in both audit files', async () => {
    const key = await getKey(service.url, newEmail())
    const { uid, homeowner } = await selectedHomeowner(service, key)
    await homeowner.withdrawConsent()
    const { version } = (await homeowner.view()).creditAuthorization
    await homeowner.answer({ patch: {}, credit_check_authorized: { version } })
    const { text } = await open(uid)
    const [, section = ''] = /aria-labelledby="consents">(.*?)<\/section>/s.exec(text) ?? []
    const effects = [...section.matchAll(/(Withdrawn <time datetime="[^"]+">|In effect)/g)].map(
      ([found]) => found,
    )
    const now = service.app.clock.now().toISOString().slice(0, 10)
    expect(effects[0]).toContain(`Withdrawn <time datetime="${now}`)
    expect(effects.slice(1)).toEqual(effects.slice(1).map(() => 'In effect'))
    const customer = await readCustomer(service.app, uid)
    if (!customer) throw new Error('it is gone')
    const file = await auditFile(service.app, customer, 'stf_test')
    const credit = file.consents.filter(({ purpose }) => purpose === 'homeowners_soft_credit_check')
    expect(credit).toMatchObject([
      { state: 'withdrawn', withdrawn_at: expect.any(Date), withdrawn_by: 'homeowner' },
      { state: 'effective', withdrawn_at: null, withdrawn_by: null },
    ])
    expect(file.history.entries).toContainEqual(
      expect.objectContaining({
        event: 'consent_withdrawn',
        facts: expect.objectContaining({ consent_id: credit[0]?.consent_id }),
      }),
    )
    const paper = await textOfPdf(await auditPdf(file, '#123456'))
    expect(paper.replaceAll(/\s+/g, ' ')).toMatch(/stated by the operator\. Withdrawn \d{4}-\d\d-\d\d .* by /)
    expect(await consentsOf(service.app, uid)).toMatchObject([
      { withdrawnAt: credit[0]?.withdrawn_at },
      {},
      {},
      {},
    ])
  })
})

test('the history on paper has a space after each changed answer, where its lines can break', async () => {
  const { uid } = await anIntake(service, { owner: 'opr_test' })
  const customer = await readCustomer(service.app, uid)
  if (!customer) throw new Error('it is gone')
  const file = await auditFile(service.app, customer, 'stf_test')
  const changed = Array.from({ length: 30 }, (_, at) => `home[0].answer_${at}`)
  const entries = file.history.entries.map(entry => ({ ...entry, facts: { changed } }))
  const pdf = await auditPdf({ ...file, history: { ...file.history, entries } }, '#123456')
  const paper = (await textOfPdf(pdf)).replaceAll(/\s+/g, ' ')
  expect(paper).toContain(changed.map(name => `"${name}"`).join(', '))
})

test('the desk says where an application stands in the words of its line, in lists and on its page', async () => {
  const { intake: waiting } = await umbrellaIn(service, {
    owner: 'opr_test',
    status: 'waiting_on_carrier',
    sandbox: false,
    answers: { full_name: 'Ottoline Standing-Farr' },
  })
  const quoted = await anIntake(service, {
    owner: 'opr_test',
    applicant: { ...applicant, full_name: 'Ottoline Standing-Farr' },
    homes: [home],
  })
  const list = await find('Standing-Farr')
  expect(list).toContain('>With the carrier<')
  expect(list).toContain('>Needs more info<')
  expect(list).not.toContain('Waiting on carrier')
  expect((await ann.open(`/desk/book/${waiting.uid}`)).text).toContain(
    '<span class="badge info">With the carrier</span>',
  )
  expect((await ann.open(`/desk/book/${quoted.uid}`)).text).toContain('>Needs more info</span>')
})

test('declinations are at the desk and in both audit files: carrier, day, reason and its code', async () => {
  const key = await getKey(service.url, newEmail())
  const body = { intake: completeIntake({ home_sqft: 2222 }), credit_check_authorized: true, sandbox: true }
  const uid = String((await quotesCall(service.url, key, body)).body.uid)
  const seen = await untilQuoted(service.url, key, uid)
  const told = seen.body.declines as { carrier: string; reason_code: string; reason: string }[]
  expect(told.length).toBeGreaterThan(2)
  const { text } = await open(uid)
  const customer = await readCustomer(service.app, uid)
  if (!customer) throw new Error('it is gone')
  const file = await auditFile(service.app, customer, 'stf_test')
  const paper = (await textOfPdf(await auditPdf(file, '#123456'))).replaceAll(/\s+/g, ' ')
  for (const { carrier, reason_code, reason } of told) {
    expect(file.declines).toContainEqual(
      expect.objectContaining({ carrier, stage: 'quote', at: expect.any(Date), reason_code, reason }),
    )
    expect(text).toContain(`${reason} (${reason_code})`)
    expect(paper).toContain(`The quote: ${reason} (${reason_code})`)
  }
})

test('a withdrawal of electronic delivery is on record, and documents and legal notices become letters for staff', async () => {
  const key = await getKey(service.url, newEmail())
  const { uid, homeowner, intake } = await selectedHomeowner(service, key)
  const [how, day] = ['letter', service.app.clock.now().toISOString().slice(0, 10)]
  const path = `/desk/book/${uid}/delivery`
  await open(uid)
  expect((await ann.send(path, { received_how: 'website', received_on: day })).status).toBe(400)
  expect((await ann.send(path, { received_how: how, received_on: '2999-01-01' })).status).toBe(400)
  await homeowner.sign()
  await homeowner.untilAt('bound')
  const pressed = () => ann.send(path, { received_how: how, received_on: day })
  const twice = (await Promise.all([pressed(), pressed()])).map(({ location }) => location?.split('=')[1])
  expect(twice.toSorted()).toEqual(['delivery', 'paper'])
  const before = (await mailbox(service.url, intake.email)).length
  await transact(service.app, async inside => {
    const to = {
      to: intake.email,
      subject: 'About the reports',
      paragraphs: ['Your rights are these.'],
      reason: 'x',
    }
    await queueEmail(inside, to, { intake_uid: uid, purpose: 'adverse_action' })
    await queueEmail(inside, { ...to, subject: 'A code' }, { intake_uid: uid, purpose: 'portal_sign_in' })
  })
  const text = await until(async () => {
    const page = await open(uid)
    return /with its documents: About the reports.*Your rights are these\./s.test(page.text)
      ? page.text
      : null
  })
  const place = `${intake.home[0]?.street}, ${intake.home[0]?.city}`
  expect(text).toContain(`Send by postal mail to ${place}`)
  expect(text).toContain('By postal mail: electronic delivery withdrawn by letter on')
  expect(text).toContain('Not emailed: by postal mail')
  const told = (await mailbox(service.url, intake.email)).map(({ subject }) => subject)
  expect(told).toHaveLength(before + 1)
  expect(told).not.toContain('About the reports')
  const customer = await readCustomer(service.app, uid)
  if (!customer) throw new Error('it is gone')
  const file = await auditFile(service.app, customer, 'stf_test')
  expect(file).toMatchObject({ delivery_withdrawal: { received_how: how, received_on: day } })
  expect(file.consents.find(({ purpose }) => purpose === 'electronic_records')?.state).toBe('withdrawn')
  expect(customer.notes.filter(({ due_on, done_at }) => due_on !== null && done_at === null)).toHaveLength(2)
  const { note_id } = customer.notes.at(-1) ?? {}
  await ann.send(`/desk/notes/${note_id}`, { act: 'done' })
  expect((await readCustomer(service.app, uid))?.notes.at(-1)?.done_at).not.toBeNull()
  await wholeChain(service, uid)
})

describe('a phone number', () => {
  test('is corrected by staff, who are then its source, found by, and can be put back', async () => {
    const { uid } = await wilhelmina()
    const path = `/desk/book/${uid}/phone`
    const refused = await ann.send(path, { phone: '12' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Enter a phone number of 10 to 15 digits')
    expect(refused.text).toContain(`<form method="post" action="${path}"`)
    expect(refused.text).toMatch(
      /<p class="error-text small" id="phone-error">Enter a phone number.*\n<input id="phone"[^>]* aria-describedby="phone-error" aria-invalid="true"[^>]* value="12"/,
    )
    const { location } = await ann.send(path, { phone: '217-555-0199' })
    expect(readableIn(String(location), ['217-555-0199', '555-0142'])).toEqual([])
    const { text } = await ann.open(String(location))
    expect(text).toContain('Agency staff')
    expect(linksTo(await find('2175550199'))).toContain(uid)
    const entry = (await listEntries(service.app.db, uid)).at(-1)
    expect(entry).toMatchObject({ event: 'updated', facts: { changed: ['phone_number'] } })
    expect(entry?.actor).toMatch(/^staff:stf_/)
    const [, undo = ''] = /name="undo" value="([\w-]+)"/.exec(text) ?? []
    await ann.send(path, { undo })
    expect((await open(uid)).text).toContain(applicant.phone_number)
    expect((await ann.send(`/desk/book/${(await wilhelmina()).uid}/phone`, { undo })).status).toBe(400)
    expect((await ann.send(path, { phone: applicant.phone_number })).location).toContain('done=same')
    await wholeChain(service, uid)
  })

  test('of an umbrella purchase can be corrected without voiding its offers', async () => {
    const { intake } = await umbrellaIn(service, { owner: 'opr_test', status: 'quoted', sandbox: false })
    await ann.send(`/desk/book/${intake.uid}/phone`, { phone: '217-555-0177' })
    const after = await findIntake(service.app, { uid: intake.uid, line: 'umbrella' })
    expect(after).toMatchObject({
      status: 'quoted',
      revision: intake.revision,
      application: { household: { phone_number: '217-555-0177', sources: { phone_number: 'staff' } } },
    })
    await wholeChain(service, intake.uid)
  })
})

describe('another answer', () => {
  const send = (uid: string, what: string, value: string, reason = 'She called.') =>
    ann.send(`/desk/book/${uid}/answers`, { what, value, reason })
  const read = async (uid: string) =>
    (await findIntake(service.app, { uid, line: lineOf(uid) ?? '' })) as {
      status: string
      revision: number
      consentId: string | null
      application: { applicant: object; sources: object; homes: object[]; household: object }
    }

  test('is corrected only as the page showed it: of two members of staff, the second reads what changed and saves again', async () => {
    const loans = [{ lender_name: 'Elm Bank' }, { lender_name: 'Oak Bank' }, { lender_name: 'Fir Bank' }]
    const { uid } = await anIntake(service, { owner: 'opr_test', applicant, homes: [{ ...home, loans }] })
    const { seen = '' } = hiddenIn((await open(uid)).text)
    const path = `/desk/book/${uid}/answers`
    const reason = 'She called.'
    const first = { what: 'home.0.loans.0.remove', value: 'Elm Bank', reason, seen }
    expect((await ann.send(path, first)).location).toContain('done=answer')
    const second = { what: 'home.0.loans.1.loan_number', value: '222-B', reason }
    const refused = await ann.send(path, { ...second, seen })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Someone changed this customer’s answers after you opened the page.')
    expect(refused.text).toContain('value="222-B"')
    expect((await read(uid)).application.homes).toMatchObject([{ loans: loans.slice(1) }])
    const now = {
      what: 'home.0.loans.0.loan_number',
      value: '222-B',
      reason,
      seen: hiddenIn(refused.text).seen ?? '',
    }
    expect((await ann.send(path, now)).location).toContain('done=answer')
    expect((await ann.send(path, now)).location, 'a second click').toContain('done=unchanged')
    expect((await read(uid)).application.homes).toMatchObject([
      { loans: [{ lender_name: 'Oak Bank', loan_number: '222-B' }, { lender_name: 'Fir Bank' }] },
    ])
  })

  test('is corrected with a reason: its source is staff, the note keeps what it was, and nothing is quoted again', async () => {
    const loans = [{ lender_name: 'Elm Bank', loan_number: '111' }, { lender_name: 'Oak Bank' }]
    const { uid } = await anIntake(service, { owner: 'opr_test', applicant, homes: [{ ...home, loans }] })
    for (const [what, value] of [
      ['mailing_address', 'P.O. Box 7, Springfield, IL 62705'],
      ['home.0.closing_date', '2026-12-01'],
      ['home.0.loans.1.loan_number', '222-B'],
    ] as const)
      expect((await send(uid, what, value)).location, what).toContain('done=answer')
    expect((await send(uid, 'home.0.loans.1.loan_number', '222-B')).location).toContain('done=unchanged')
    const { application } = await read(uid)
    expect(application).toMatchObject({
      applicant: { mailing_address: 'P.O. Box 7, Springfield, IL 62705' },
      sources: { mailing_address: 'staff' },
      homes: [
        {
          closing_date: '2026-12-01',
          loans: [loans[0], { lender_name: 'Oak Bank', loan_number: '222-B' }],
          sources: { closing_date: 'staff', loans: 'staff' },
        },
      ],
    })
    const { text } = await open(uid)
    expect(text.match(/Reason: She called\./g)).toHaveLength(3)
    expect(text).toContain('It was missing.')
    const entries = (await listEntries(service.app.db, uid)).filter(({ event }) => event === 'updated')
    expect(entries.map(({ facts }) => facts)).toEqual([
      { changed: ['mailing_address'] },
      { changed: ['home[0].closing_date'] },
      { changed: ['home[0].loans'] },
    ])
    expect(entries.every(({ actor }) => actor.startsWith('staff:stf_'))).toBe(true)
    const wrong = await send(uid, 'home.0.closing_date', 'soon')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('The value is not a date')
    expect(wrong.text).toContain('value="soon"')
    for (const [what, value, reason] of [
      ['felony', 'yes', 'x'],
      ['mailing_address', '', 'x'],
      ['mailing_address', 'Elsewhere', ''],
    ] as const)
      expect((await send(uid, what, value, reason)).status).toBe(400)
    await wholeChain(service, uid)
  })

  test('another lender does not keep the clause and address of the one before, which the note keeps', async () => {
    const elm = {
      lender_name: 'Elm Bank',
      mortgagee_clause: 'Elm Bank ISAOA/ATIMA',
      address: 'PO Box 1, Peoria',
      loan_number: '111',
      rank: 1,
    }
    const { uid } = await anIntake(service, {
      owner: 'opr_test',
      applicant,
      homes: [{ ...home, loans: [elm] }],
    })
    const loans = async () => (await read(uid)).application.homes.map(one => (one as { loans: object }).loans)
    expect((await open(uid)).text).toContain('the old lender’s clause and address are removed')
    expect((await send(uid, 'home.0.loans.0.lender_name', 'Elm Bank')).location).toContain('done=unchanged')
    expect(await loans()).toEqual([[elm]])
    await send(uid, 'home.0.loans.0.lender_name', 'Second Street Mortgage LLC')
    const second = { lender_name: 'Second Street Mortgage LLC', loan_number: '111', rank: 1 }
    expect(await loans()).toEqual([[second]])
    expect((await open(uid)).text).toContain(
      'It was “Elm Bank”. Removed with it: Mortgagee clause “Elm Bank ISAOA/ATIMA”, Lender’s address “PO Box 1, Peoria”.',
    )
    const now = {
      mortgagee_clause: 'Second Street ISAOA',
      address: '2 Second Street, Peoria',
      loan_number: '9',
    }
    for (const [name, value] of Object.entries({ ...now, rank: '2', escrow: 'yes' }))
      expect((await send(uid, `home.0.loans.0.${name}`, value)).location, name).toContain('done=answer')
    expect(await loans()).toEqual([[{ ...second, ...now, rank: 2, escrow: true }]])

    await send(uid, 'home.0.loans.new', 'Third Bank')
    const [both] = await loans()
    expect(both).toMatchObject([{ rank: 2 }, { lender_name: 'Third Bank' }])
    expect((await send(uid, 'home.0.loans.0.remove', 'Third Bank')).status).toBe(400)
    expect(await loans()).toEqual([both])
    expect((await send(uid, 'home.0.loans.0.remove', second.lender_name)).location).toContain('done=answer')
    expect(await loans()).toEqual([[{ lender_name: 'Third Bank' }]])
    await wholeChain(service, uid)
  })

  test('that a carrier rates is quoted again, and another spelling of the name needs a new authorization', async () => {
    const key = await getKey(service.url, newEmail())
    const { uid } = await selectedHomeowner(service, key, { sandbox: true })
    const before = await read(uid)
    await send(uid, 'home.0.roof_date', '2021-06-01')
    const quoting = await read(uid)
    expect(quoting.revision).toBe(before.revision + 1)
    expect(quoting.consentId).toBe(before.consentId)
    await until(async () => (await read(uid)).status === 'quoted')
    await send(uid, 'full_name', 'Ada Homeownerr')
    expect(await read(uid)).toMatchObject({ status: 'needs_more_info', consentId: null })
    await wholeChain(service, uid)
  })

  test('the email address: both addresses are told, earlier links end, and the new one is verified once the person signs in with a link sent there', async () => {
    const key = await getKey(service.url, newEmail())
    const [old, now] = [newEmail(), newEmail()]
    const { body } = await quotesCall(service.url, key, {
      intake: completeIntake({}, { email: old }),
      credit_check_authorized: true,
    })
    const uid = String(body.uid)
    await requestSignIn(service.app, { uid, email: old, language: 'en' })
    const link = await emailedLink(service.url, old)
    expect((await fetch(link)).status).toBe(200)
    expect((await send(uid, 'email', 'not an address')).status).toBe(400)
    expect((await send(uid, 'email', now)).location).toContain('done=answer')
    expect((await fetch(link)).status).toBe(410)
    const subjects = async (to: string) => (await mailbox(service.url, to)).map(({ subject }) => subject)
    expect(await subjects(old)).toContain('Your email address was changed')
    expect(await subjects(now)).toContain('Confirm your email address')
    const { text } = await open(uid)
    expect(text).toContain(`${now} (not verified)`)
    await requestSignIn(service.app, { uid, email: now, language: 'en' })
    const entering = new URL(await emailedLink(service.url, now)).pathname
    const person = newVisitor(service.url)
    await person.open(entering)
    expect((await person.send(entering, {})).location).toBe('/portal')
    expect((await open(uid)).text).toContain(`${now} (verified)`)
    expect(linksTo(await find(now))).toContain(uid)
    expect(linksTo(await find(old))).not.toContain(uid)
    const { text: asking } = await call(`${service.url}/api/agent/homeowners/quotes`, {
      key,
      body: { uid, intake: { email: old } },
    })
    expect(asking).toContain('email_locked')
    await wholeChain(service, uid)
  })

  test('the email address of an umbrella buyer: the link in the email to the old one no longer opens the binder', async () => {
    const at = { url: service.url, key: await getKey(service.url, newEmail()) }
    const values = bindAnswers(service.app.clock.now())
    const { uid, email } = await readyToFinalize(at, { sandbox: false, carrier: 'Marrowby', values })
    await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
    const { text: bound } = await untilStatus(at, uid, ['bound'])
    const linkIn = (text: string): string => /http\S+\/umbrella\/documents\/[\w.-]+/.exec(text)?.[0] ?? ''
    const inMailbox = async () => (await mailbox(service.url, email)).map(({ text }) => linkIn(text)).join('')
    const emailed = await until(inMailbox)
    const opened = async () => [(await fetch(emailed)).status, (await fetch(linkIn(bound))).status]
    expect(await opened()).toEqual([200, 200])
    expect((await send(uid, 'email', newEmail())).location).toContain('done=answer')
    expect(await opened()).toEqual([404, 200])
  })

  test('of an umbrella purchase is reviewed again, except how to reach the buyer', async () => {
    const { intake } = await umbrellaIn(service, { owner: 'opr_test', status: 'quoted', sandbox: false })
    await send(intake.uid, 'email', newEmail())
    expect(await read(intake.uid)).toMatchObject({ status: 'quoted', revision: intake.revision })
    await send(intake.uid, 'full_name', 'Ada Buyerr')
    expect(await read(intake.uid)).toMatchObject({
      status: 'ready_for_review',
      revision: intake.revision + 1,
      application: {
        household: { full_name: 'Ada Buyerr', sources: { full_name: 'staff', email: 'staff' } },
      },
    })
    const { intake: bought } = await umbrellaIn(service, {
      owner: 'opr_test',
      status: 'bound',
      sandbox: false,
    })
    const refused = await send(bought.uid, 'full_name', 'Ada Buyerr')
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Ask the carrier for the change')
    await wholeChain(service, intake.uid)
  })
})

test('a note is sealed, there once after two clicks, due on its day, done and open again, and on record without its words, as is each look at it', async () => {
  const { uid } = await wilhelmina()
  const path = `/desk/book/${uid}/notes`
  expect((await ann.send(path, { note: ' ' })).status).toBe(400)
  expect((await ann.send(path, { note: 'x', due: 'soon' })).status).toBe(400)
  expect((await ann.send('/desk/book/hom_nothing/notes', { note: 'x' })).status).toBe(404)
  const typed = { note: 'Call about the porcupine', due: '2020-01-02' }
  for (const { location } of await Promise.all([ann.send(path, typed), ann.send(path, typed)]))
    expect(location).toBe(`/desk/book/${uid}?done=noted#notes`)
  const { text } = await ann.open('/desk/book')
  for (const words of ['Call about the porcupine', 'Overdue January 2, 2020']) expect(text).toContain(words)
  const reads = await query<{ what: string }>(
    service.databaseUrl,
    'select what from desk_reads where uid = $1',
    [uid],
  )
  expect(reads).toEqual([{ what: 'note' }])
  const [note, ...others] = await query<{ note_id: string }>(
    service.databaseUrl,
    'select note_id from desk_notes where uid = $1',
    [uid],
  )
  expect(others).toEqual([])
  const act = (what: string) => ann.send(`/desk/notes/${note?.note_id}`, { act: what })
  expect((await act('done')).location).toBe(`/desk/book/${uid}?done=done#notes`)
  expect((await act('done')).location).toBe('/desk/book')
  expect((await ann.open('/desk/book')).text).not.toContain('porcupine')
  expect((await act('open')).location).toContain('done=open')
  expect((await open(uid)).text).toContain('Call about the porcupine')
  const events = (await listEntries(service.app.db, uid)).map(({ event }) => event)
  expect(events).toEqual(['created', 'note_written', 'follow_up_done', 'follow_up_open'])
  for (const [table, dumped] of await dumpOf(service.databaseUrl))
    expect(readableIn(dumped, ['porcupine']), table).toEqual([])
  expect((await ann.open(`/desk/book/${uid}`)).text).toContain('<h2 id="notes" tabindex="-1">')
})

test('follow-ups and operators go page by page, without a gap', async () => {
  const { uid } = await wilhelmina()
  await transact(service.app, async inside => {
    for (let day = 10; day < 40; day++)
      await writeNote(inside, { uid, words: `Promise ${day}`, by: 'staff:x', due_on: `20${day}-01-02` })
  })
  const promises = (text: string) => [...text.matchAll(/Promise (\d+)/g)].map(([, day]) => Number(day))
  const first = (await ann.open('/desk/book')).text
  const [, next = ''] = /href="(\/desk\/book\?after=\w+)">Later follow-ups/.exec(first) ?? []
  const second = (await ann.open(next)).text
  expect([...promises(first), ...promises(second)]).toEqual(Array.from({ length: 30 }, (_, at) => at + 10))
  expect(second).not.toContain('Later follow-ups')

  for (let made = 0; made < 3; made++) await newOperator(service)
  const page = (before: string | null, limit: number) =>
    listDecidedOperators(service.app.db, { after: before, limit }).then(rows =>
      rows.map(row => row.operator_uid),
    )
  const all = await page(null, 1000)
  const walked: string[] = []
  for (let one = await page(null, 2); one.length > 0; one = await page(String(one.at(-1)), 2))
    walked.push(...one)
  expect(walked.length).toBeGreaterThan(4)
  expect(walked).toEqual(all)
  const { text } = await ann.open(`/desk/operators?decided=${all[1]}`)
  expect(text).toContain(`/desk/operators/${all[2]}"`)
  expect(text).not.toContain(`/desk/operators/${all[1]}"`)
})

test('what is erased is found by its operator only, without its notes', async () => {
  const operator = await newOperator(service)
  const { uid } = await wilhelmina(operator.uid)
  await ann.send(`/desk/book/${uid}/notes`, { note: 'Something about them' })
  service.pass(31 * DAY)
  await runJob(service, eraseOverdue)
  ann = await signIn(service, service.url)
  expect(linksTo(await find('quackenbush'))).not.toContain(uid)
  expect(linksTo(await find('4711 periwinkle'))).not.toContain(uid)
  expect(linksTo(await find(operator.uid))).toEqual([uid])
  expect((await open(uid)).text).toContain('Personal data erased')
  expect(await query(service.databaseUrl, 'select from desk_notes where uid = $1', [uid])).toEqual([])
})
