import type { App } from '../../platform/app.ts'
import { transact } from '../../platform/db/transact.ts'
import { ATTEMPTS_FOR_A_DAY, addJob, sealPayload } from '../../platform/jobs/store.ts'
import { type CallerPlace, newIntakeToken, shopperOf } from '../../platform/key/shopper/intake-token.ts'
import { proveEmail } from '../../platform/key/shopper/shopper.ts'
import { lineOf } from '../../platform/lines.ts'
import { type EmailMark, emailMark, isMarkOf } from '../../platform/signin/email-mark.ts'
import {
  type GivenLink,
  issueLinkWithToken,
  newLinkToken,
  spendLink,
} from '../../platform/signin/one-time-link.ts'
import { openSession } from '../../platform/signin/session.ts'
import { isEmailMac, noteOnIntake } from '../../products/line/record/intakes.ts'
import type { ShoppingPerson } from '../../products/line/shopper.ts'
import { proofLink, proofUrl } from '../../products/line/verification.ts'
import { lines } from '../../products/lines.ts'

export const SHOPPER_RESUME = 'shopper_resume'

export type ResumeRequest = { uid: string; email: string; token: string }

export const shoppingPersonOf = async (app: App, uid: string): Promise<ShoppingPerson | null> => {
  const line = lineOf(uid)
  return line && lines[line].shopper.person(app, uid)
}

export const isTheirEmail = (app: App, person: ShoppingPerson, email: string): boolean =>
  person.emailMac !== null && isEmailMac(app, email, person.emailMac)

/** A job checks whether the email matches, so the response and its timing are the same for every email. */
export const askToResume = async (app: App, { uid, email }: Omit<ResumeRequest, 'token'>) => {
  const token = newLinkToken(app)
  const person = await shoppingPersonOf(app, uid)
  if (!person?.sandbox) {
    const asked: ResumeRequest = { uid, email, token }
    await addJob(app.db, SHOPPER_RESUME, sealPayload(app.sealer, SHOPPER_RESUME, asked), ATTEMPTS_FOR_A_DAY)
    return { sandbox: false as const }
  }
  if (!isTheirEmail(app, person, email)) return { sandbox: true as const, link: null }
  await issueLinkWithToken(app, proofLink(person, token))
  return { sandbox: true as const, link: proofUrl(app, token) }
}

/** Null once the application's email differs from the one the link or session was issued for. */
export const personBehind = async (
  app: App,
  found: { subject: string; data: EmailMark } | null,
): Promise<ShoppingPerson | null> => {
  const person = found && (await shoppingPersonOf(app, found.subject))
  return person && isMarkOf(person, found.data) ? person : null
}

export const enterByLink = (
  app: App,
  place: CallerPlace,
  given: GivenLink<'shopper_verify'>,
): Promise<string | null> =>
  transact(app, async inside => {
    const person = await personBehind(inside, await spendLink(inside, given))
    if (!person) return null
    await proveEmail(inside, person)
    await noteOnIntake(inside, person.uid, { actor: 'shopper', event: 'email_proven', facts: {} })
    const line = lineOf(person.uid)
    if (line) await lines[line].shopper.submitHeld(inside, shopperOf(place, person.uid))
    return openSession(inside, { kind: 'resume', subject: person.uid, data: emailMark(person) })
  })

export const tokenForAssistant = (app: App, uid: string): Promise<string> =>
  transact(app, async inside => {
    await noteOnIntake(inside, uid, { actor: 'shopper', event: 'access_token_issued', facts: {} })
    return newIntakeToken(inside, uid)
  })
