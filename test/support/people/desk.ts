import { keepDocuments, recordReview } from '../../../src/agency/documents/documents.ts'
import { readUploads } from '../../../src/agency/documents/upload.ts'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import { writerCookie } from '../../../src/doors/desk/sign-in/unsent.ts'
import { startStaffSession } from '../../../src/doors/desk/staff/staff.ts'
import { codeAt, stepAt } from '../../../src/doors/desk/staff/totp.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { hasPlainCookies, plainCookie } from '../../../src/platform/http/pages/plain-cookies.ts'
import type { DeskHandlers } from '../../../src/products/line/desk.ts'
import { pngOf } from '../browser/pictures.ts'
import { until } from '../runs/until.ts'
import type { TestService } from '../servers/service.ts'
import { latestCode, mailbox } from './client.ts'
import { anIntake } from './homeowner-intakes.ts'
import { newVisitor, type Visitor } from './visitor.ts'

const SENDER = { kind: 'operator', scope: 'opr_test', address: '127.0.0.1' }

export const STAFF = 'ann@agency.example'

/** A line that remembers what the desk told it. */
export const rememberingLine = () => {
  const told: { act: string; id: string; actor: string; answer?: string }[] = []
  const waiting = new Map<string, string>()
  const handlers: DeskHandlers = {
    describe: async () => ({
      facts: [{ label: 'Applicant', value: 'Ada Lovelace' }],
      answers: [{ label: 'Jet skis', value: '0', source: 'The operator' }],
      askable: [
        { field: 'declarations', label: 'Declarations of the home policy' },
        { field: 'vehicles', label: 'Cars' },
      ],
    }),
    async infoAsked(_app, { uid, question }, actor) {
      if (waiting.has(uid)) return false
      waiting.set(uid, question)
      told.push({ act: 'asked', id: uid, actor })
      return true
    },
    async documentReviewed(_app, { document_id, status }, actor) {
      told.push({ act: status, id: document_id, actor })
    },
    infoRequests: async (app, { after, limit, uid: only }) => {
      const from = after === null ? 0 : [...waiting.keys()].indexOf(after) + 1
      return [...waiting]
        .filter(([uid]) => only === undefined || uid === only)
        .slice(from, from + limit)
        .map(([uid, question]) => ({ uid, token: '', question, since: app.clock.now(), by: 'carrier' }))
    },
    infoRequestCount: async () => waiting.size,
    async infoAnswered(_app, { uid, answer }, actor) {
      waiting.delete(uid)
      told.push({ act: 'answered', id: uid, actor, answer })
    },
    canEndPurchase: () => false,
    async purchaseEnded(_app, uid, actor) {
      told.push({ act: 'ended', id: uid, actor })
    },
  }
  return { told, waiting, handlers }
}

/** A document that the machine left to a person. */
export const aDoubtfulDocument = async (service: TestService, of?: { uid: string }) => {
  const { uid } = of ?? (await anIntake(service, { owner: 'opr_test' }))
  const filename = 'Ada’s policy.png'
  const content = pngOf(900, 900).toString('base64')
  const uploads = await readUploads(service.app, SENDER, [
    { path: '', type: 'auto_declarations', filename, content },
  ])
  const [document] = await transact(service.app, inside =>
    keepDocuments(inside, { uid, sandbox: false }, uploads),
  )
  const id = String(document?.document_id)
  await recordReview(service.app, id, { status: 'needs_person', reason: 'It is a picture.', by: 'service' })
  return { id, uid }
}

export const anInvoice = async (service: TestService, then_job?: string) => {
  const { uid } = await anIntake(service, { owner: 'opr_test' })
  return openPayment(service.app, {
    uid,
    purpose: 'first_premium',
    sandbox: false,
    amount_cents: 141_200,
    description: 'The first year of coverage',
    ...(then_job !== undefined && { then_job }),
  })
}

/** The form that records a check for the whole of an invoice. */
export const aCheckFor = (amount_cents: number, reference: string): Record<string, string> => ({
  act: 'paid',
  received: '0',
  amount: (amount_cents / 100).toFixed(2),
  received_on: '2026-01-02',
  means: 'check',
  reference,
})

/** A staff member whose session is open. That it takes a code is for `signInByCode`. */
export const signIn = async ({ app }: TestService, url: string, email = STAFF) => {
  const visitor = newVisitor(url)
  const session = await transact(app, inside => startStaffSession(inside, email, 'node'))
  const cookies = [session, writerCookie(app, email)]
  const isPlain = url === app.config.publicUrl && hasPlainCookies(app.config)
  visitor.keep(isPlain ? cookies.map(plainCookie) : cookies)
  await visitor.open('/desk/account')
  return visitor
}

/** Signs in as a person would: address, code from the email, desk. */
export const signInByCode = async (service: TestService, url: string, email = STAFF) => {
  const visitor = newVisitor(url)
  const before = (await mailbox(service.url, email)).length
  await visitor.open('/desk/sign-in')
  await visitor.send('/desk/sign-in', { email })
  await until(async () => (await mailbox(service.url, email)).length > before)
  const code = await latestCode(service.url, email)
  await visitor.send('/desk/code', { email, code })
  await visitor.open('/desk')
  return visitor
}

/** The key that the page of the second factor shows, in its QR code too. */
export const secretIn = (text: string): Buffer => {
  const [, base32 = ''] = /secret=([A-Z2-7]+)/.exec(text) ?? []
  const bits = [...base32].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** At the first sign-in where the second factor is required. */
export const setUpSecondFactor = async ({ app }: TestService, visitor: Visitor): Promise<void> => {
  const { text } = await visitor.open('/desk/second-factor')
  await visitor.send('/desk/second-factor', { code: codeAt(secretIn(text), stepAt(app.clock.now())) })
}
