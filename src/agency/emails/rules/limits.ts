import type { App } from '../../../platform/app.ts'
import { DAY, dayOf, later } from '../../../platform/lib/clock.ts'
import { noteSecurityEvent } from '../../../platform/lib/security-events.ts'
import { countEmail, findEmailStop } from './counts-store.ts'

type Limit = {
  aDay: number
  together: boolean
  byApplication?: true
}

const asked = (aDay: number): Limit => ({ aDay, together: true })

/** Has its own limit only, so no one can use up the others to hide it. */
const notice = (aDay: number): Limit => ({ aDay, together: false })

/** Many people write to one lender, so the limit is per application. */
const toOthers = (aDay: number): Limit => ({ aDay, together: false, byApplication: true })

/** Each is sent once for an event that no caller can repeat at will. See "Email limits" in SECURITY.md. */
const always = null

export const LIMITS = {
  key_code: asked(20),
  sign_in_code: asked(20),
  desk_code: asked(20),
  portal_sign_in: asked(20),
  buyer_code: asked(20),
  buyer_link: asked(20),
  agent_claim: asked(10),
  verify_email: asked(5),
  fix_issues: asked(5),
  offers_ready: asked(5),
  offers_added: asked(5),
  no_offers: asked(5),
  offer_changed: always,
  signature_needed: asked(5),
  signed_copy: always,
  carrier_question: asked(10),
  desk_tasks: notice(100),
  desk_overdue: notice(1),
  documents_needed: asked(5),
  key_issued: notice(20),
  access_granted: notice(20),
  desk_second_factor: notice(20),
  desk_invitation: notice(5),
  email_changed: notice(5),
  key_expiring: always,
  operator_standing: always,
  adverse_action: always,
  policy_bound: always,
  policy_bound_again: notice(3),
  policy_canceled: always,
  application_withdrawn: always,
  policy_request: notice(20),
  policy_request_answer: always,
  lender_link: notice(20),
  renewal: always,
  bind_held: always,
  price_changed: always,
  order_late: always,
  payment_needed: always,
  payment_received: always,
  refund: always,
  lender_evidence: toOthers(200),
} as const satisfies Record<string, Limit | null>

export type EmailPurpose = keyof typeof LIMITS

/** Documents and legal notices. A person who withdrew electronic delivery gets them by postal mail instead. */
export const PAPERS: readonly EmailPurpose[] = [
  'adverse_action',
  'signed_copy',
  'policy_bound',
  'policy_bound_again',
  'policy_canceled',
  'renewal',
  'bind_held',
  'payment_received',
  'refund',
]

export const ONLY_KEYS: readonly EmailPurpose[] = [
  'key_code',
  'sign_in_code',
  'desk_code',
  'portal_sign_in',
  'buyer_code',
  'agent_claim',
  'verify_email',
]

/** The law requires them, so their words outlive the application. */
export const LEGAL_NOTICES = ['adverse_action', 'policy_canceled'] as const satisfies readonly EmailPurpose[]

export type LegalPurpose = (typeof LEGAL_NOTICES)[number]

export const isLegalNotice = (purpose: EmailPurpose | null): purpose is LegalPurpose =>
  LEGAL_NOTICES.some(legal => legal === purpose)

const TOGETHER = 'recipient'
const BY_OPERATOR = 'operator'
const BY_APPLICATION = 'application'
const DEFAULTS: Readonly<Record<string, number>> = {
  [TOGETHER]: 40,
  [BY_OPERATOR]: 1000,
  [BY_APPLICATION]: 5,
}

const known = new Map<string, number>([
  ...Object.entries(LIMITS).flatMap(([name, limit]): [string, number][] =>
    limit ? [[name, limit.aDay]] : [],
  ),
  ...Object.entries(DEFAULTS),
])

export const emailLimitNames: readonly string[] = [...known.keys()].sort()

const mostADay = ({ config }: App, name: string): number =>
  config.emailLimits.overrides.get(name) ?? known.get(name) ?? 0

const RECIPIENT = 'email-recipient'

export const recipientMac = ({ sealer }: App, to: string): Buffer => sealer.mac(RECIPIENT, to)

/** About an application that the person did not start: they can stop these. */
const STOPPABLE: readonly EmailPurpose[] = ['fix_issues', 'offers_ready', 'offers_added', 'no_offers']

export const STOP_PATH = '/emails/stop'

const STOP = 'email-stop'

export const canStop = ({ purpose, operator }: Pick<Sending, 'purpose' | 'operator'>): boolean =>
  STOPPABLE.includes(purpose) && operator != null

export const isStopped = (app: App, sending: Sending): Promise<boolean> =>
  canStop(sending) ? findEmailStop(app.db, app.sealer.macs(RECIPIENT, sending.to)) : Promise.resolve(false)

export const stopUrl = (app: App, to: string): string => {
  const recipient = recipientMac(app, to).toString('base64url')
  return `${app.config.publicUrl}${STOP_PATH}/${recipient}.${app.sealer.mac(STOP, recipient).toString('base64url')}`
}

/** Whose emails a link stops. Null: we never wrote that link. */
export const stoppedBy = ({ sealer }: App, token: string): Buffer | null => {
  const [recipient = '', mac = ''] = token.split('.')
  return sealer.isMac(STOP, recipient, Buffer.from(mac, 'base64url'))
    ? Buffer.from(recipient, 'base64url')
    : null
}

type Sending = {
  to: string
  purpose: EmailPurpose
  operator?: string | null | undefined
  application?: string | undefined
}

const limitsOn = (app: App, sending: Sending): { subject: Buffer; name: string }[] => {
  const { to, purpose, operator, application } = sending
  const limit: Limit | null = LIMITS[purpose]
  if (limit === null) return []
  const person = recipientMac(app, to)
  return [
    ...(limit.byApplication && application
      ? [{ subject: app.sealer.mac('email-application', application), name: BY_APPLICATION }]
      : []),
    { subject: person, name: purpose },
    ...(limit.together ? [{ subject: person, name: TOGETHER }] : []),
    ...(limit.together && operator
      ? [{ subject: app.sealer.mac('email-operator', operator), name: BY_OPERATOR }]
      : []),
  ]
}

export const countOrSuppress = async (app: App, sending: Sending): Promise<Date | null> => {
  const now = app.clock.now()
  const day = dayOf(now)
  for (const { subject, name } of limitsOn(app, sending)) {
    const most = mostADay(app, name)
    if (await countEmail(app.db, { subject, purpose: name, day }, most)) continue
    if (!app.config.emailLimits.refuse) continue
    noteSecurityEvent(app, 'email_suppressed', { purpose: sending.purpose, limit: name })
    return later(new Date(day), DAY)
  }
  return null
}
