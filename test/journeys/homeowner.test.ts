import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPolicyDocument } from '../../src/agency/policies/policy-documents.ts'
import { plusYears } from '../../src/platform/values/calendar.ts'
import { readOwnIntake } from '../../src/products/homeowners/intake/intake.ts'
import { wholeChain } from '../support/database/chain.ts'
import { query } from '../support/database/database.ts'
import { call, getKey, mailbox, newEmail } from '../support/people/client.ts'
import { completeIntake, quotesCall } from '../support/people/homeowner-applications.ts'
import {
  asHomeowner,
  offersIn,
  quotedHomeowner,
  refusal,
  selectedHomeowner,
} from '../support/people/homeowner-in-portal.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({
    env: {
      RATE_LIMITS: 'off',
      AGENCY_NAME: 'Elm Agency',
      AGENCY_LICENSE: 'IL-100',
      AGENCY_PHONE: '217-555-0100',
    },
  })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const textOf = async (document: Buffer) => {
  const pdf = await getDocumentProxy(new Uint8Array(document))
  return { ...(await extractText(pdf, { mergePages: true })), meta: await getMeta(pdf) }
}

describe('the homeowner’s own path', () => {
  test('from the missing answers to the policy: each step leads to the next, and the policy is told once', async () => {
    const { birthday: _, ...known } = completeIntake({
      field_estimates: [{ field: 'home_sqft', source: 'public_records', confidence: 'medium' }],
      loans: [{ lender_name: 'First Bank', loan_number: '4711' }],
    })
    const { roof_date: __, ...home } = known.home[0] as { roof_date: string }
    const created = await quotesCall(service.url, key, { intake: { ...known, home: [home] } })
    const uid = String(created.body.uid)
    const ada = asHomeowner(service, uid)

    const start = await ada.view()
    expect(start).toMatchObject({ step: 'answers', sandbox: false, full_name: 'Ada Homeowner' })
    expect(start.questions.map(({ name, definition }) => [name, definition.kind])).toEqual([
      ['birthday', 'date'],
      ['home[0].roof_date', 'date'],
    ])
    expect(start.creditAuthorization).toMatchObject({ given: false, words: expect.any(String) })

    await ada.answer({ patch: { birthday: '1980-04-12' } })
    expect((await ada.view()).questions.map(({ name }) => name)).toEqual(['home[0].roof_date'])
    const { version } = start.creditAuthorization
    await ada.answer({ patch: { home: [{ roof_date: '2018' }] }, credit_check_authorized: { version } })
    const offered = await ada.untilAt('offers')
    expect(offersIn(offered).length).toBeGreaterThanOrEqual(3)
    expect(
      offersIn(offered).every(({ is_estimate, coverages }) => is_estimate && coverages.length >= 7),
    ).toBe(true)

    await ada.selectBest()
    const { review, step, homes } = await ada.view()
    expect(step).toBe('review')
    expect(homes[0]?.offers.filter(({ selected }) => selected)).toHaveLength(1)
    const ours = review.homes[0]?.items.filter(({ assumed }) => assumed)
    expect(ours).toHaveLength(13)
    expect(ours).toContainEqual(
      expect.objectContaining({
        name: 'home[0].claims_last_5_years',
        value: 0,
        source: 'Our own estimate',
        reason: 'You haven’t told us about claims, so we assumed none in the last five years.',
      }),
    )
    expect(review.homes[0]?.items.filter(({ assumed }) => !assumed)).toMatchObject([
      {
        name: 'home[0].home_sqft',
        words: '1,800 square feet',
        source: 'Public records',
        confidence: 'medium',
      },
    ])
    await ada.confirmAll()

    const { signing } = await ada.view()
    await ada.sign({ signed_name: ' ada  HOMEOWNER' })
    const bound = await ada.untilAt('bound')
    const policy = bound.homes[0]?.policy
    const { offer_id: _id, ...chosen } = offersIn(offered).find(({ recommended }) => recommended) ?? {}
    expect(policy).toMatchObject({
      policy_number: expect.stringMatching(/^[A-Z]{3}-\d{10}$/),
      carrier: (chosen as { carrier?: string }).carrier,
      annual_price: signing?.annual_price,
      expiration_date: plusYears(policy?.effective_date ?? '', 1),
    })

    const emails = (await mailbox(service.url, known.email)).filter(({ subject }) =>
      subject.includes('bound'),
    )
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain(policy?.policy_number)
    expect(emails[0]?.links[0]).toContain('/portal/login?ref=')

    const [document] = policy?.documents ?? []
    const key_ = { uid, document_id: String(document?.document_id) }
    const opened = await openPolicyDocument(service.app, key_)
    expect(opened).toMatchObject({ media_type: 'application/pdf', filename: document?.filename })
    const { text, totalPages, meta } = await textOf(opened?.content ?? Buffer.alloc(0))
    for (const words of [
      'Homeowners insurance binder',
      'Ada Homeowner',
      known.home[0]?.street,
      policy?.policy_number,
      policy?.carrier,
      'First Bank',
      'Elm Agency',
      'License IL-100',
      '217-555-0100',
      'Dwelling (A)',
      policy?.coverages[0]?.amount,
      'Total price for the year',
      `$${policy?.annual_price.toLocaleString('en-US')}`,
      'ada HOMEOWNER',
      `Statement version ${signing?.disclosures.version}`,
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('SANDBOX')
    expect(totalPages).toBe(1)
    expect(meta.info).toMatchObject({
      Title: `Homeowners insurance binder ${policy?.policy_number}`,
      Language: 'en-US',
    })
    expect(await openPolicyDocument(service.app, { ...key_, uid: 'hom_other' })).toBeNull()

    const entries = await wholeChain(service, uid)
    expect(entries.map(({ event, actor }) => [event, actor === 'homeowner' || actor === 'service'])).toEqual([
      ['created', false],
      ['updated', true],
      ['updated', true],
      ['consent_given', true],
      ['submit', true],
      ['offers_arrived', true],
      ['select', true],
      ['updated', true],
      ['bind_ordered', true],
      ['bind', true],
    ])
  })

  test('authorization, consent to electronic records and signature are evidence of the person', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    const today = String((await homeowner.view()).signing?.earliest_date)
    await homeowner.sign({ effective_date: today })
    const { homes } = await homeowner.untilAt('bound')
    expect(homes[0]?.policy?.effective_date).toBe(today)
    const rows = await query(
      service.databaseUrl,
      `select purpose, channel, proof, given_by, user_agent, words, version, sha256(words::bytea) = words_hash as hashed
       from consents where uid = $1 order by purpose`,
      [uid],
    )
    const person = {
      channel: 'person',
      proof: 'portal_session',
      given_by: 'homeowner',
      user_agent: 'a browser',
    }
    expect(rows).toMatchObject([
      { purpose: 'electronic_records', ...person, hashed: true },
      { purpose: 'homeowners_application_signature', ...person, hashed: true },
      { purpose: 'homeowners_estimates_review', ...person, hashed: true },
      { purpose: 'homeowners_offer_choice', ...person, hashed: true },
      { purpose: 'homeowners_soft_credit_check', proof: 'operator_attestation' },
      { purpose: 'state_notices', ...person, hashed: true },
    ])
  })

  test('claims that nobody told us about are asked in the review of a live home, and the signature waits for them', async () => {
    const { uid, homeowner: ada } = await quotedHomeowner(service, key)
    const { known_summary } = (await quotesCall(service.url, key, { uid, expand: 'known_summary' })).body
    expect(
      (known_summary as { homes: { field_estimates: object[] }[] }).homes[0]?.field_estimates,
    ).toContainEqual(
      expect.objectContaining({
        field: 'claims_last_5_years',
        value: 0,
        source: 'service_model',
        rule: 'no_claims',
        confirmed_by_user: false,
      }),
    )
    await ada.selectBest()
    expect(await ada.view()).toMatchObject({ step: 'review', sandbox: false, review: { claims: [] } })
    expect(await refusal(ada.sign())).toMatchObject({ status: 409 })

    const correct = async (corrected: Record<string, unknown>) => {
      const { review } = await ada.view()
      await ada.confirm({ review_token: review.token, confirmed: [], corrected })
      await ada.untilAt('offers')
      await ada.selectBest()
      return ada.view()
    }
    const counted = await correct({ 'home[0].claims_last_5_years': 2 })
    expect(counted.review.claims).toMatchObject([{ name: 'home[0].losses', undescribed: 2 }])
    const described = await correct({
      'home[0].losses': [
        { date: '2024-02-01', cause: 'water', amount_paid: 4000, open: false },
        { date: '2025-06-11', cause: 'wind_hail', amount_paid: 0, open: true },
      ],
    })
    expect(described.review.claims).toEqual([])

    await ada.confirmAll()
    const { application } = await readOwnIntake(service.app, ada.caller, uid)
    expect(application.homes[0]?.sources).toMatchObject({
      claims_last_5_years: 'person',
      losses: 'person',
      swimming_pool: 'person',
      home_sqft: 'operator',
    })
    await ada.sign()
    await ada.untilAt('bound')
  })

  test('a stated number of claims asks for the details, and requires none', async () => {
    const { body } = await quotesCall(service.url, key, {
      intake: completeIntake({ claims_last_5_years: 2, losses: [{ cause: 'fire' }] }),
    })
    expect(body.missing_fields).toEqual(['credit_check_authorized'])
    expect(body.agent_instructions).toContainEqual(expect.stringMatching(/^Optional: .* losses of that home/))
    const described = await quotesCall(service.url, key, {
      uid: body.uid,
      intake: { home: [{ losses: [{ cause: 'fire' }, { cause: 'water', date: '2025-01-10' }] }] },
    })
    expect(described.body.agent_instructions).not.toContainEqual(expect.stringContaining('losses'))
    const contrary = await quotesCall(service.url, key, {
      uid: body.uid,
      intake: { home: [{ claims_last_5_years: 0 }] },
    })
    expect(contrary.status).toBe(400)
  })

  test('a correction quotes the home again, and says what moved the price', async () => {
    const { homeowner } = await quotedHomeowner(service, key, {
      home: { field_estimates: [{ field: 'roof_date', source: 'listing', confidence: 'low' }] },
    })
    await homeowner.selectBest()
    const before = await homeowner.view()
    const chosen = offersIn(before).find(({ selected }) => selected)
    const changed = await homeowner.confirm({
      review_token: before.review.token,
      confirmed: [],
      corrected: { 'home[0].roof_date': '2013' },
    })
    expect(changed.status).toBe('pending_quotes')
    const after = await homeowner.untilAt('offers')
    const again = offersIn(after).find(({ carrier }) => carrier === chosen?.carrier)
    expect(after.priceChange).toEqual(again?.change)
    expect(after.priceChange).toMatchObject({ from: chosen?.annual_price, to: again?.annual_price })
    expect(after.priceChange?.because.join()).toContain('Roof')
    expect(after.review.homes[0]?.items.map(({ field }) => field)).not.toContain('roof_date')
    expect(offersIn(after).some(({ selected }) => selected)).toBe(false)
  })

  test('what the homeowner confirmed cannot be changed by the operator', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    expect((await homeowner.view()).step).toBe('sign')
    const change = await quotesCall(service.url, key, {
      uid,
      intake: { home: [{ construction_quality: 'luxury' }] },
    })
    expect(change.status).toBe(409)
    expect(change.body.message).toContain('construction_quality')
  })

  test('a sandbox policy says that it is none, and nothing is emailed', async () => {
    const { uid, intake, homeowner } = await selectedHomeowner(service, key, { sandbox: true })
    await homeowner.sign()
    const { homes } = await homeowner.untilAt('bound')
    const document_id = String(homes[0]?.policy?.documents[0]?.document_id)
    const opened = await openPolicyDocument(service.app, { uid, document_id })
    const { text } = await textOf(opened?.content ?? Buffer.alloc(0))
    expect(text.match(/SANDBOX – not insurance/g)).toHaveLength(2)
    expect(await mailbox(service.url, intake.email)).toEqual([])
  })

  test('the operator sees selected and bound as details, the policy’s number and terms, and no document', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    const seen = async () => (await quotesCall(service.url, key, { uid })).body
    expect(await seen()).toMatchObject({ status: 'quoted', detail_status: 'selected' })
    await homeowner.sign()
    const { homes } = await homeowner.untilAt('bound')
    const after = await seen()
    const policy = homes[0]?.policy
    expect(after).toMatchObject({
      status: 'quoted',
      detail_status: 'bound',
      response_summary: 'The policy is bound.',
      properties: [{ status: 'bound' }],
      policies: [
        {
          policy_number: policy?.policy_number,
          carrier: policy?.carrier,
          property_id: policy?.property_id,
          effective_date: policy?.effective_date,
          annual_price: policy?.annual_price,
        },
      ],
    })
    expect(JSON.stringify(after.policies)).not.toContain('binder')
    const { body } = await call(`${service.url}/api/agent/homeowners/dashboard?uid=${uid}`, { key })
    expect(body.properties).toMatchObject([{ status: 'quotes_published', offers_published: true }])
  })

  test('nothing personal of a policy stands in the database in the clear', async () => {
    const { uid, intake, homeowner } = await selectedHomeowner(service, key, {
      applicant: { full_name: 'Canary McCanaryface', birthday: '1971-07-17' },
    })
    await homeowner.sign()
    await homeowner.untilAt('bound')
    for (const table of [
      'intakes',
      'audit_entries',
      'consents',
      'bind_orders',
      'policies',
      'policy_documents',
    ]) {
      const rows = JSON.stringify(await query(service.databaseUrl, `select * from ${table}`))
      for (const secret of ['Canary', '1971-07-17', 'Elm Street', intake.email]) {
        expect(rows).not.toContain(secret)
        expect(rows).not.toContain(Buffer.from(secret).toString('base64').slice(0, 8))
      }
    }
    expect(service.log.join('')).not.toContain('Canary')
    expect(uid).toMatch(/^hom_/)
  })
})
