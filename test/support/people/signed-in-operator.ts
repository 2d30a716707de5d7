import { call } from './client.ts'
import { newVisitor, type Visitor } from './visitor.ts'

/** As an operator's agent asks for it. */
export const dashboardLink = async (url: string, key: string, search = ''): Promise<string> => {
  const { body } = await call(`${url}/api/agent/homeowners/dashboard/session${search}`, {
    key,
    method: 'POST',
  })
  return String(body.dashboard_url)
}

/** Somebody of the operator who has come in. */
export const signedInOperator = async (url: string, key: string): Promise<Visitor> => {
  const visit = newVisitor(url)
  const link = await dashboardLink(url, key)
  await visit.open(link)
  await visit.send(link)
  return visit
}
