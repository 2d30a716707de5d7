import { ConfigError } from '../../../platform/config.ts'
import { lines } from '../../../products/lines.ts'
import { callApi, type DemoSite } from './demo-site.ts'
import { applicationsOf } from './demo-store.ts'
import { homeownersApplications } from './homeowners-applications.ts'
import { personAt } from './people.ts'
import { umbrellaApplications } from './umbrella-applications.ts'

const OPERATOR = {
  email: 'demo-operator@example.com',
  organization_name: 'Demonstration Homes',
  contact_name: 'Demo Operator',
  use_case_description: 'A demonstration with invented people.',
  referral_source_name: 'Demonstration Homes',
}

const applications = [...Object.values(homeownersApplications), ...Object.values(umbrellaApplications)]

const newKey = async (site: DemoSite): Promise<string> => {
  const { email } = OPERATOR
  await callApi(site, '/api/agent/key/request', { email })
  const mailbox = await fetch(`${site.url}/dev/mailbox.json`)
  const emails = (await mailbox.json()) as { to: string; text: string }[]
  const codes = emails.flatMap(({ to, text }) =>
    to === email ? (/^ {4}(\d{6})$/m.exec(text)?.[1] ?? []) : [],
  )
  const { api_key } = await callApi(site, '/api/agent/key/confirm', { ...OPERATOR, otp: codes[0] })
  return String(api_key)
}

type PortalLink = { url: string; email: string }

export type Demonstration = { key: string; dashboardUrl: string; quoted: PortalLink; bound: PortalLink }

export const fillDemonstration = async (
  site: DemoSite,
  progress: (done: number, all: number) => void = () => undefined,
): Promise<Demonstration> => {
  const { app } = site
  const already = await applicationsOf(app.db, OPERATOR.email)
  if (already.length > 0 && already.length < applications.length)
    throw new ConfigError(
      'The demonstration was interrupted while it was being filled: delete DATA_DIR, or use an empty database, and start it again.',
    )
  const key = await newKey(site)
  if (already.length === 0)
    for (const [at, make] of applications.entries()) {
      progress(at, applications.length)
      await make({ ...site, key }, personAt(at))
    }
  const uids = await applicationsOf(app.db, OPERATOR.email)
  const portalLink = (status: keyof typeof homeownersApplications): PortalLink => {
    const at = Object.keys(homeownersApplications).indexOf(status)
    return { url: lines.homeowners.page(app, uids[at] ?? ''), email: personAt(at).email }
  }
  const { dashboard_url } = await callApi({ ...site, key }, '/api/agent/homeowners/dashboard/session', {})
  return {
    key,
    dashboardUrl: String(dashboard_url),
    quoted: portalLink('quoted'),
    bound: portalLink('bound'),
  }
}
