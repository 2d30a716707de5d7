import type { App } from '../app.ts'
import { transact } from '../http/transact.ts'
import { sealPayload } from '../jobs/sealed-payload.ts'
import { addJob } from '../jobs/store.ts'
import { newIntakeToken } from '../key/intake-token.ts'
import { proveEmail } from '../key/shopper.ts'
import { proofLink, proofUrl } from '../key/verification.ts'
import { isEmailMac, noteOnIntake } from '../line/record/intakes.ts'
import type { ShoppingPerson } from '../line/shopper.ts'
import { lineOf, lines } from '../lines.ts'
import { type GivenLink, issueNamedLink, newLinkToken, spendLink } from '../signin/one-time-link.ts'
import { openSession } from '../signin/session.ts'

const ATTEMPTS = 14

export const SHOPPER_RESUME = 'shopper_resume'

export type Asked = { uid: string; email: string; token: string }

export const personOf = async (app: App, uid: string): Promise<ShoppingPerson | null> => {
  const line = lineOf(uid)
  return line && lines[line].shopper.person(app, uid)
}

export const isTheirEmail = (app: App, person: ShoppingPerson, email: string): boolean =>
  person.emailMac !== null && isEmailMac(app, email, person.emailMac)

/**
 * Whether the address is the right one is found out by a job, so that the answer, and the time it takes, is the same
 * for every address. A rehearsal in the sandbox has nothing to hide: there the link is shown.
 */
export const askToResume = async (app: App, { uid, email }: Omit<Asked, 'token'>) => {
  const token = newLinkToken(app)
  const person = await personOf(app, uid)
  if (!person?.sandbox) {
    const asked: Asked = { uid, email, token }
    await addJob(app.db, SHOPPER_RESUME, sealPayload(app.sealer, SHOPPER_RESUME, asked), ATTEMPTS)
    return { sandbox: false as const }
  }
  if (!isTheirEmail(app, person, email)) return { sandbox: true as const, link: null }
  await issueNamedLink(app, proofLink(person, token))
  return { sandbox: true as const, link: proofUrl(app, token) }
}

const addressMark = ({ emailMac }: ShoppingPerson): string | undefined => emailMac?.toString('base64url')

/** Whose link or session it is, as long as the application still has the address that it was given for. */
export const personBehind = async (
  app: App,
  found: { subject: string; data: unknown } | null,
): Promise<ShoppingPerson | null> => {
  const person = found && (await personOf(app, found.subject))
  return person && (found.data as { email?: string }).email === addressMark(person) ? person : null
}

/** Spends the link: the address is proven, and this browser goes on. Null: the link is not good any more. */
export const enterByLink = (app: App, given: GivenLink): Promise<string | null> =>
  transact(app, async inside => {
    const person = await personBehind(inside, await spendLink(inside, given))
    if (!person) return null
    await proveEmail(inside, person)
    await noteOnIntake(inside, person.uid, { actor: 'shopper', event: 'email_proven', facts: {} })
    return openSession(inside, { kind: 'resume', subject: person.uid, data: { email: addressMark(person) } })
  })

/** What the assistant held before stops. */
export const tokenForAssistant = (app: App, uid: string): Promise<string> =>
  transact(app, async inside => {
    await noteOnIntake(inside, uid, { actor: 'shopper', event: 'access_token_issued', facts: {} })
    return newIntakeToken(inside, uid)
  })
