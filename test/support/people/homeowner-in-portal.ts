import type { App } from '../../../src/platform/app.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { Failure } from '../../../src/platform/errors.ts'
import { plusDays } from '../../../src/platform/values/calendar.ts'
import { type AnswerInput, answerMissing } from '../../../src/products/homeowners/answering/answer-missing.ts'
import { renew } from '../../../src/products/homeowners/answering/renew-offers.ts'
import { withdraw } from '../../../src/products/homeowners/answering/withdraw.ts'
import { type BindInput, signAndOrder } from '../../../src/products/homeowners/buying/bind.ts'
import { type ConfirmInput, confirmEstimates } from '../../../src/products/homeowners/buying/confirm.ts'
import { itemsIn } from '../../../src/products/homeowners/buying/review.ts'
import { selectOffers } from '../../../src/products/homeowners/buying/select.ts'
import { type HomeownerCaller, readOwnIntake } from '../../../src/products/homeowners/intake/intake.ts'
import type { PortalOffer } from '../../../src/products/homeowners/portal/homes.ts'
import type { PortalView } from '../../../src/products/homeowners/portal/view.ts'
import { portalView } from '../../../src/products/homeowners/portal/view.ts'
import { withdrawCreditConsent } from '../../../src/products/homeowners/portal/withdraw-pages.ts'
import { intakeVersion } from '../../../src/products/line/record/store.ts'
import { until } from '../runs/until.ts'
import type { TestService } from '../servers/service.ts'
import { completeIntake, quotesCall, untilQuoted } from './homeowner-applications.ts'

type Services = Pick<TestService, 'app'>

/** The homeowner in the portal, as its pages call the operations: each in a transaction of its own. */
export const asHomeowner = ({ app }: Services, uid: string) => {
  const caller: HomeownerCaller = {
    kind: 'homeowner',
    uid,
    language: 'en',
    address: '203.0.113.7',
    userAgent: 'a browser',
    scope: uid,
    credentialId: null,
  }
  const act = <T>(operation: (inside: App) => Promise<T>): Promise<T> => transact(app, operation)
  const view = async (): Promise<PortalView> =>
    portalView(app, await readOwnIntake(app, caller, uid), caller.language)

  /** The best offer of each home that can still be insured. */
  const choice = ({ homes }: PortalView): string[] =>
    homes.flatMap(({ offers }) => offers.find(({ unavailable }) => unavailable === null)?.offer_id ?? [])

  const signature = async (changed: Partial<BindInput> = {}): Promise<BindInput> => {
    const { signing } = await view()
    return {
      sign_token: signing?.token ?? '',
      effective_date: plusDays(signing?.earliest_date ?? '2026-01-01', 10),
      signed_name: signing?.full_name ?? '',
      disclosures_accepted: true,
      disclosures_version: signing?.disclosures.version ?? '',
      electronic_records_version: signing?.electronicRecords.version ?? '',
      ...changed,
    }
  }

  return {
    caller,
    view,
    choice,
    signature,
    answer: (input: AnswerInput) => act(inside => answerMissing(inside, caller, input)),
    confirm: (input: ConfirmInput) => act(inside => confirmEstimates(inside, caller, input)),
    confirmAll: async () => {
      const { review } = await view()
      const items = itemsIn(review)
      const alone = items.filter(({ definition }) => definition.material)
      const confirmed = items.filter(item => !alone.includes(item)).map(({ name }) => name)
      const corrected = Object.fromEntries(alone.map(({ name, value }) => [name, value]))
      const input = { review_token: review.token, confirmed, corrected }
      return act(inside => confirmEstimates(inside, caller, input))
    },
    select: (offer_ids: readonly string[]) => act(inside => selectOffers(inside, caller, { offer_ids })),
    selectBest: async () => {
      const offer_ids = choice(await view())
      return act(inside => selectOffers(inside, caller, { offer_ids }))
    },
    bind: (input: BindInput) => act(inside => signAndOrder(inside, caller, input)),
    sign: async (changed: Partial<BindInput> = {}) => {
      const input = await signature(changed)
      return act(inside => signAndOrder(inside, caller, input))
    },
    renew: () => act(inside => renew(inside, caller, { uid })),
    withdraw: () => act(inside => withdraw(inside, caller)),
    withdrawConsent: () => act(inside => withdrawCreditConsent(inside, caller)),
    /** Waits for the pages to be at this step. Looks at them when something has happened, since that costs ten queries. */
    untilAt: (step: PortalView['step']) => {
      let seenVersion: number | null = null
      return until(async () => {
        const version = await intakeVersion(app.db, { uid })
        if (version === seenVersion) return null
        const seen = await view()
        seenVersion = version
        return seen.step === step ? seen : null
      }) as Promise<PortalView>
    },
  }
}

export type Homeowner = ReturnType<typeof asHomeowner>

type Submitted = { home?: object; applicant?: object; sandbox?: boolean }

/** An operator submits an application; the homeowner comes when the offers are there. */
export const quotedHomeowner = async (
  service: TestService,
  key: string,
  { home = {}, applicant = {}, sandbox = false }: Submitted = {},
) => {
  const intake = completeIntake(home, applicant)
  const body = { intake, credit_check_authorized: true, sandbox }
  const uid = String((await quotesCall(service.url, key, body)).body.uid)
  await untilQuoted(service.url, key, uid)
  return { uid, intake, homeowner: asHomeowner(service, uid) }
}

/** The same, up to the signature. */
export const selectedHomeowner = async (service: TestService, key: string, submitted: Submitted = {}) => {
  const quoted = await quotedHomeowner(service, key, submitted)
  await quoted.homeowner.selectBest()
  await quoted.homeowner.confirmAll()
  return quoted
}

/** What an operation refuses with. */
export const refusal = async (refused: Promise<unknown>) => {
  try {
    await refused
  } catch (error) {
    if (error instanceof Failure)
      return { status: error.status, code: error.code, message: error.message, ...error.details }
    throw error
  }
  throw new Error('it was not refused')
}

export const offersIn = ({ homes }: PortalView): PortalOffer[] => homes.flatMap(({ offers }) => offers)
