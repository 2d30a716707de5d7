import { writtenIn } from '../../../../agency/emails/layout.ts'
import type { App } from '../../../../platform/app.ts'
import { transact } from '../../../../platform/db/transact.ts'
import type { DocumentRequest } from '../../../../platform/http/pages/document.ts'
import { findReferrer } from '../../../../platform/key/referrer.ts'
import { proveEmail } from '../../../../platform/key/shopper/shopper.ts'
import { emailMark, isMarkOf } from '../../../../platform/signin/email-mark.ts'
import { issueCode, redeemCode, type Subject, tryCode } from '../../../../platform/signin/one-time-code.ts'
import { closeSession, findSession, openSession } from '../../../../platform/signin/session.ts'
import { firstNameOf } from '../../../../platform/values/personal-text.ts'
import { isReshopped } from '../../aftersale/reshop.ts'
import { type AskedEmail, emailedJob, sendLater } from '../../portal/sign-in.ts'
import { isEmailMac } from '../../record/intakes.ts'
import { type BuyerCaller, lockForJob, type ReviewedIntake, readIntake } from '../intake/intake.ts'
import { reviewUrl } from '../intake/review-token.ts'
import { chooseLanguageIn, noteOnPurchase } from '../intake/writer.ts'
import { placesOf } from '../quoting/carriers.ts'
import { lineOf } from '../reviewed-line.ts'

export const BUYER_CODE = 'buyer_code'

type OfIntake = AskedEmail & Pick<ReviewedIntake, 'sandbox'>

export const isBuyersEmail = (app: App, { emailMac }: ReviewedIntake, email: string): boolean =>
  emailMac !== null && isEmailMac(app, email, emailMac)

/** The code proves this email for this application only. */
const codeSubject = ({ uid, email, sandbox }: OfIntake): Subject => ({
  purpose: 'buyer',
  email,
  about: uid,
  sandbox,
})

type CodeAnswer = { sandbox: false } | { sandbox: true; code: string | null }

export const requestBuyerCode = async (app: App, asked: AskedEmail): Promise<CodeAnswer> => {
  const intake = await readIntake(app, asked.uid)
  if (intake?.sandbox)
    return {
      sandbox: true,
      code: isBuyersEmail(app, intake, asked.email)
        ? (await issueCode(app, codeSubject({ ...asked, sandbox: true }))).code
        : null,
    }
  await sendLater(app, BUYER_CODE, asked)
  return { sandbox: false }
}

type BuyersBrowser = Pick<DocumentRequest, 'address' | 'userAgent' | 'language'>

const callerOf = ({ address, userAgent, language }: BuyersBrowser, uid: string): BuyerCaller => ({
  kind: 'buyer',
  uid,
  address,
  userAgent,
  language,
  scope: uid,
  credentialId: null,
})

export const enterWithCode = async (
  app: App,
  { code, browser, ...asked }: OfIntake & { code: string; browser: BuyersBrowser },
): Promise<string | null> => {
  const { uid, email } = asked
  const tried = await tryCode(app, codeSubject(asked), { code, from: browser.address })
  return transact(app, async inside => {
    await redeemCode(inside, tried)
    const intake = await lockForJob(inside, uid)
    if (!intake || !isBuyersEmail(inside, intake, email)) return null
    await proveEmail(inside, intake)
    await noteOnPurchase(inside, intake, {}, { actor: 'buyer', event: 'email_proven' })
    const { language } = browser
    if (intake.application.household.preferred_language === undefined && language !== 'en')
      await chooseLanguageIn(intake)(inside, callerOf(browser, uid), language)
    return openSession(inside, { kind: 'buyer', subject: uid, data: emailMark(intake) })
  })
}

/** A code that we emailed opens the first kind of session. A link that we emailed opens the second. */
const KINDS = ['buyer', 'resume'] as const

/** Finds a buyer only if this browser proved the application's email address: API responses hand the link out. */
export const findProvenBuyer = async (
  app: App,
  { cookies, ...browser }: BuyersBrowser & Pick<DocumentRequest, 'cookies'>,
  intake: ReviewedIntake,
): Promise<BuyerCaller | null> => {
  const { uid } = intake
  for (const kind of KINDS) {
    const session = await findSession(app, kind, cookies)
    if (session?.subject === uid && isMarkOf(intake, session.data)) return callerOf(browser, uid)
  }
  return null
}

export const findSignedInBuyer = async (app: App, request: DocumentRequest): Promise<BuyerCaller | null> => {
  for (const kind of KINDS) {
    const session = await findSession(app, kind, request.cookies)
    const intake = session && (await readIntake(app, session.subject))
    if (intake) return findProvenBuyer(app, request, intake)
  }
  return null
}

/** Checked before a body is read: there is some buyer's session, perhaps for another application. */
export const mayBeBuyer = async (app: App, cookies: DocumentRequest['cookies']): Promise<boolean> => {
  for (const kind of KINDS) if (await findSession(app, kind, cookies)) return true
  return false
}

export const endBuyerSession = (app: App, { cookies }: Pick<DocumentRequest, 'cookies'>): Promise<string[]> =>
  Promise.all(KINDS.map(kind => closeSession(app, kind, cookies)))

export const buyerCode = emailedJob<AskedEmail, ReviewedIntake>({
  name: BUYER_CODE,
  lock: lockForJob,
  async write(app, intake, asked) {
    if (!isBuyersEmail(app, intake, asked.email)) return null
    const { household } = intake.application
    const firstName = firstNameOf(household.full_name)
    const referredBy = await findReferrer(app, intake.owner)
    const compose = async () => {
      const subject = codeSubject({ ...asked, sandbox: intake.sandbox })
      const { code, expiresAt } = await issueCode(app, subject)
      const email = writtenIn(household.preferred_language ?? asked.language, () =>
        lineOf(intake).emails.code(asked.email, {
          firstName,
          code,
          referredBy,
          isOurs: isReshopped(household),
        }),
      )
      return { ...email, expiresAt, places: placesOf(intake) }
    }
    return { to: asked.email, compose }
  },
})

export const BUYER_LINK = 'buyer_link'

export const buyerLink = emailedJob<AskedEmail, ReviewedIntake>({
  name: BUYER_LINK,
  lock: lockForJob,
  async write(app, intake, { uid, email, language }) {
    if (intake.sandbox || !isBuyersEmail(app, intake, email)) return null
    const { household } = intake.application
    const facts = { firstName: firstNameOf(household.full_name), link: reviewUrl(app, uid) }
    return {
      ...writtenIn(household.preferred_language ?? language, () =>
        lineOf(intake).emails.newLink(email, facts),
      ),
      places: placesOf(intake),
    }
  },
})
