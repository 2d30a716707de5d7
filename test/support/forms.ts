import type { Answer } from './client.ts'
import { call } from './client.ts'

/** A browser without a screen: it keeps cookies, sends forms with their tokens, and follows a redirect when told to. */
export const newVisitor = (url: string) => {
  const jar = new Map<string, string>()

  const keep = ({ headers }: Answer): void => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const get = async (path: string): Promise<Answer> => {
    const answer = await call(url + path, { headers: { cookie: cookie() }, redirect: 'manual' })
    keep(answer)
    return answer
  }

  const token = async (path: string): Promise<string> =>
    /name="_csrf" value="([^"]+)"/.exec((await get(path)).text)?.[1] ?? ''

  /** As the form on `page` would send it; `path` when the form leads elsewhere. */
  const post = async (
    page: string,
    fields: Record<string, string>,
    { path = page, headers = {} }: { path?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const body = new URLSearchParams({ _csrf: await token(page), ...fields }).toString()
    const answer = await call(url + path, {
      body,
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: url,
        cookie: cookie(),
        ...headers,
      },
    })
    keep(answer)
    return answer
  }

  return { get, post, jar }
}
