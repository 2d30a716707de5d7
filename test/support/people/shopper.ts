import { until } from '../runs/until.ts'
import { type Answer, call, mailbox } from './client.ts'
import { newVisitor } from './visitor.ts'

type Sending = { token?: string; headers?: Record<string, string> }

/** An assistant that shops for one person: it keeps the token of the latest answer, and nothing else. */
export const startShopping = async (url: string, line: 'homeowners' | 'umbrella', prefill: object) => {
  const started = await call(`${url}/api/consumer/${line}/prefill`, { body: prefill })
  if (started.status !== 200) throw new Error(`${started.status} ${started.text}`)
  const uid = String(started.body.uid)
  let latest = String(started.body.intake_access_token)

  const send = async (
    method: 'GET' | 'PATCH' | 'POST',
    path: string,
    body?: unknown,
    { token = latest, headers = {} }: Sending = {},
  ): Promise<Answer> => {
    const answer = await call(`${url}/api/intake/${uid}${path}`, {
      method,
      key: token,
      headers,
      ...(body !== undefined && { body }),
    })
    if (answer.status < 300) latest = String(answer.body.intake_access_token)
    return answer
  }

  const issues = (sending?: Sending) => send('GET', '/issues', undefined, sending)

  return {
    uid,
    started,
    /** The token of the latest answer. */
    token: () => latest,
    /** After the person has read the whole review. Umbrella only. */
    confirmReview: async () => {
      const { review_token } = (await issues()).body
      return send('PATCH', '', { confirm_submission: true, review_token })
    },
    /** One that somebody else was given for this intake. */
    take: (token: string) => {
      latest = token
    },
    issues,
    patch: (body: unknown, sending?: Sending) => send('PATCH', '', body, sending),
    select: (body: unknown, sending?: Sending) => send('POST', '/select', body, sending),
    bind: (body: unknown = {}, sending?: Sending) => send('POST', '/bind', body, sending),
    attach: (body: unknown, sending?: Sending) => send('POST', '/attach', body, sending),
    policy: (sending?: Sending) => send('GET', '/policy', undefined, sending),
    policyRequest: (body: unknown) => send('POST', '/policy/requests', body),
    coarse: () => call(`${url}/api/consumer/status?token=${started.body.polling_token}`),
    untilAt: (...statuses: string[]): Promise<Answer> =>
      until(async () => {
        const answer = await issues()
        return statuses.includes(String(answer.body.status)) ? answer : null
      }) as Promise<Answer>,
  }
}

/** As the person would: opens the newest email with a link to the application, then clicks the button. */
export const proveByEmail = async (url: string, email: string): Promise<void> => {
  const link = (await mailbox(url, email)).flatMap(({ links }) => links).find(one => one.includes('/resume/'))
  const visitor = newVisitor(url)
  await visitor.open(String(link))
  await visitor.send(String(link))
}

export type Shopping = Awaited<ReturnType<typeof startShopping>>
