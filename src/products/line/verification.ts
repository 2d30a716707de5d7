import { writtenIn } from '../../agency/emails/layout.ts'
import { queueEmail } from '../../agency/emails/outbox.ts'
import { type VerifyFacts, verifyEmail } from '../../agency/emails/sign-in.ts'
import { countAsked } from '../../agency/emails/store.ts'
import type { App } from '../../platform/app.ts'
import type { LicensedPlace } from '../../platform/config/agency.ts'
import { emailProven } from '../../platform/key/shopper/shopper.ts'
import type { Language } from '../../platform/language/language.ts'
import { DAY, later } from '../../platform/lib/clock.ts'
import { emailMark } from '../../platform/signin/email-mark.ts'
import { issueLinkWithToken, newLinkToken } from '../../platform/signin/one-time-link.ts'
import { firstNameOf } from '../../platform/values/personal-text.ts'
import type { Verification } from './wire/follow-up.ts'

const A_DAY_PER_INTAKE = 3

const purpose = 'verify_email'

export type PersonToVerify = Omit<VerifyFacts, 'link' | 'submits'> & {
  uid: string
  sandbox: boolean
  emailMac: Buffer | null
  email: string | undefined
  places: readonly LicensedPlace[]
  language?: Language | undefined
  submits?: boolean
}

type Answers = { email?: string; full_name?: string; preferred_language?: Language }

type Named = { uid: string; sandbox: boolean; emailMac: Buffer | null }

export const personOf = (
  { uid, sandbox, emailMac }: Named,
  { email, full_name = '', preferred_language }: Answers,
  about: Pick<PersonToVerify, 'product' | 'places'>,
): PersonToVerify => ({
  uid,
  sandbox,
  emailMac,
  email,
  firstName: firstNameOf(full_name),
  language: preferred_language,
  ...about,
})

const emailsAbout = (app: App, uid: string): Promise<number> =>
  countAsked(app.db, { intake_uid: uid, purpose, since: later(app.clock.now(), -DAY) })

export const verificationOf = async (app: App, person: PersonToVerify): Promise<Verification | null> =>
  (await emailProven(app, person)) ? null : { required: true, sent: (await emailsAbout(app, person.uid)) > 0 }

export const proofUrl = ({ config }: App, token: string): string => `${config.publicUrl}/resume/${token}`

export const proofLink = ({ uid, emailMac }: PersonToVerify, token: string) => ({
  purpose: 'shopper_verify' as const,
  subject: uid,
  data: emailMark({ emailMac }),
  token,
})

/** Exact only if the caller holds the intake's lock. The recipient's limit is silent: it would reveal other intakes. */
export const queueProofEmail = async (
  app: App,
  { email, firstName, product, submits = false, ...person }: PersonToVerify & { email: string },
  token = newLinkToken(app),
): Promise<Verification> => {
  const { uid } = person
  if ((await emailsAbout(app, uid)) >= A_DAY_PER_INTAKE) return { required: true, sent: false }
  if (await issueLinkWithToken(app, proofLink({ email, firstName, product, ...person }, token)))
    await queueEmail(
      app,
      {
        ...writtenIn(person.language, () =>
          verifyEmail(email, { firstName, product, submits, link: proofUrl(app, token) }),
        ),
        places: person.places,
      },
      { intake_uid: uid, purpose },
    )
  return { required: true, sent: true }
}

export const proofAsked = async (
  app: App,
  { email, ...person }: PersonToVerify,
): Promise<Verification | null> =>
  email === undefined || (await emailProven(app, person)) ? null : queueProofEmail(app, { ...person, email })
