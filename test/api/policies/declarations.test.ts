import { afterAll, beforeAll, expect, test } from 'vitest'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { evidenceOf } from '../../../src/products/homeowners/buying/evidence.ts'
import {
  declarationsPage,
  homeStyles,
  type PageStyle,
  type PrintedPolicy,
  scannedPage,
} from '../../support/carriers/declarations-page.ts'
import { printedFrom } from '../../support/carriers/planted.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', STAFF_EMAILS: STAFF } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const bound = async () => {
  const { uid, homeowner } = await selectedHomeowner(service, key)
  await homeowner.sign()
  await homeowner.untilAt('bound')
  const ann = await signIn(service, service.url)
  const policy = async () => {
    const [found] = await policiesOf(service.app, uid)
    if (!found) throw new Error('there is no policy')
    return found
  }
  const { policy_id, terms } = await policy()
  const list = `/desk/book/${uid}/declarations/${policy_id}`
  const agreed = printedFrom(terms)
  let looks = 0
  const upload = async (page: PrintedPolicy | Buffer) => {
    const style = homeStyles[looks++ % homeStyles.length] as PageStyle
    const pdf = Buffer.isBuffer(page) ? page : await declarationsPage(style, page)
    const file = new File([new Uint8Array(pdf)], 'page.pdf', { type: 'application/pdf' })
    await ann.open(list)
    const { location } = await ann.upload(list, {}, { declarations: file })
    const [path = '', done = ''] = location?.split('?done=') ?? []
    return { path, done, document_id: path.split('/').at(-1) ?? '' }
  }
  const ada = await signedInHomeowner(service, homeowner)
  const downloads = async (document_id: string) =>
    (await ada.open(`/portal/policy/${document_id}/binder.pdf`)).status === 200
  const act = async (path: string, sent: Record<string, string>) => {
    await ann.open(path)
    return (await ann.send(path, sent)).location?.split('?done=')[1] ?? 'refused'
  }
  return { uid, ann, policy, agreed, upload, downloads, act }
}

const kindsOf = ({ documents }: { documents: { kind: string }[] }) => documents.map(({ kind }) => kind).sort()

test('a page that says what is on record is accepted by rule, and one sent again is the same page', async () => {
  const { policy, agreed, upload, downloads } = await bound()
  const before = await policy()
  const pdf = await declarationsPage(homeStyles[3] as PageStyle, agreed)
  const page = await upload(pdf)
  expect(page.done).toBe('accepted')
  expect(await downloads(page.document_id)).toBe(true)
  const after = await policy()
  expect(kindsOf(after)).toEqual(['binder', 'declarations'])
  expect(after.versions.slice(before.versions.length)).toMatchObject([
    { basis: 'declarations', document_id: page.document_id, recorded_by: 'service', terms: before.terms },
  ])
  expect(await upload(pdf)).toMatchObject({ done: 'known', document_id: page.document_id })
})

test('a page of another person, number and limit is never released, whatever staff press', async () => {
  const { ann, policy, agreed, upload, downloads, act } = await bound()
  const wrong = {
    ...agreed,
    insureds: ['Mary Somerville'],
    policy_number: 'XX-99821-7',
    limits: { ...agreed.limits, dwelling_coverage: 262_000 },
  }
  const { path, done, document_id } = await upload(wrong)
  expect(done).toBe('waiting')
  const { text } = await ann.open(path)
  for (const shown of ['Mary Somerville', 'XX-99821-7', '$262,000', agreed.policy_number, 'Different'])
    expect(text).toContain(shown)
  expect(text).not.toContain('Accept this page')
  expect((await ann.open('/desk')).text).toContain(`href="${path}"`)
  expect(await act(path, { act: 'accept', effective_from: agreed.from })).toBe('blocked')
  expect(await downloads(document_id)).toBe(false)
  expect(await act(path, { act: 'refuse', note: 'Another customer.' })).toBe('refuse')
  expect(await downloads(document_id)).toBe(false)
  expect(kindsOf(await policy())).toEqual(['binder'])
  expect((await ann.open('/desk')).text).not.toContain(`href="${path}"`)
})

test('a later page with other terms becomes the policy once staff accept it, and withdrawing it brings back the terms and the page before', async () => {
  const { ann, policy, agreed, upload, downloads, act } = await bound()
  const first = await upload(agreed)
  const issued = (await policy()).terms
  const changed: PrintedPolicy = {
    ...agreed,
    limits: { ...agreed.limits, dwelling_coverage: (agreed.limits.dwelling_coverage ?? 0) + 38_000 },
    mortgagees: [{ name: 'Second Chance Lending', loan_number: 'SC-7741' }],
    premium_cents: agreed.premium_cents + 18_000,
  }
  const later = await upload(changed)
  expect(later.done).toBe('waiting')
  expect(await downloads(later.document_id)).toBe(false)
  expect((await policy()).terms).toEqual(issued)
  expect(await act(later.path, { act: 'accept', effective_from: '2001-01-01' })).toBe('refused')
  expect(await act(later.path, { act: 'accept', effective_from: agreed.from })).toBe('accept')
  expect(await act(later.path, { act: 'accept', effective_from: agreed.from })).toBe('late')
  const after = await policy()
  expect(printedFrom(after.terms)).toMatchObject({
    limits: changed.limits,
    premium_cents: changed.premium_cents,
    mortgagees: [{ name: 'Second Chance Lending', loan_number: 'SC-7741' }],
  })
  expect(after.versions.at(-1)).toMatchObject({ basis: 'declarations', document_id: later.document_id })
  expect(await downloads(later.document_id)).toBe(true)
  expect(await act(later.path, { act: 'withdraw', note: 'Sent for another policy.' })).toBe('withdraw')
  expect(await downloads(later.document_id)).toBe(false)
  expect((await ann.open(later.path)).text).toMatch(/Who opened it[\s\S]*The homeowner/)
  const again = await policy()
  expect(again.terms).toEqual(issued)
  expect(again.documents.find(({ kind }) => kind === 'declarations')?.document_id).toBe(first.document_id)
  expect((await evidenceOf(service.app, again)).policy_number).toBe(agreed.policy_number)
})

test('a scan is entered by hand, with a reason, and then compared like any page', async () => {
  const { ann, agreed, upload, downloads, act } = await bound()
  const { path, document_id, done } = await upload(scannedPage())
  expect(done).toBe('waiting')
  expect((await ann.open(path)).text).toContain('We could not read this page: enter it.')
  const { property, limits } = agreed
  const typed = {
    insureds: agreed.insureds.join('; '),
    property: `${property.street}, ${property.city}, ${property.state} ${property.zip}`,
    policy_number: agreed.policy_number,
    from: agreed.from,
    to: agreed.to,
    limit_deductible: String(agreed.deductible),
    premium_cents: String(agreed.premium_cents / 100),
    ...Object.fromEntries(
      Object.entries(limits).map(([name, dollars]) => [`limit_${name}`, String(dollars)]),
    ),
  }
  await ann.open(path)
  const without = await ann.send(`${path}/values`, typed)
  expect(without.text).toContain('Enter why you corrected it.')
  await ann.open(path)
  const corrected = await ann.send(`${path}/values`, { ...typed, reason: 'Read from the scan.' })
  expect(corrected.location).toBe(`${path}?done=values`)
  expect(await downloads(document_id)).toBe(false)
  const { text } = await ann.open(path)
  expect(text).toContain('The page says what is on record.')
  expect(text).toContain('Entered by staff')
  expect(await act(path, { act: 'accept', effective_from: agreed.from })).toBe('accept')
  expect(await downloads(document_id)).toBe(true)
})
