import { call } from './client.ts'
import { newVisit, type Visit } from './visit.ts'

/** As an operator's agent asks for it. */
export const dashboardLink = async (url: string, key: string, search = ''): Promise<string> => {
  const { body } = await call(`${url}/api/agent/homeowners/dashboard/session${search}`, {
    key,
    method: 'POST',
  })
  return String(body.dashboard_url)
}

/** Somebody of the operator who has come in. */
export const signedIn = async (url: string, key: string): Promise<Visit> => {
  const visit = newVisit(url)
  const link = await dashboardLink(url, key)
  await visit.get(link)
  await visit.submit(link)
  return visit
}
