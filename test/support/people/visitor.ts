import { type Received, sendHttp } from './http.ts'

export type Seen = { status: number; text: string; headers: Headers; location: string | null }

type Sent = { headers?: Record<string, string>; token?: string | null }

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'

const tokenIn = (text: string): string | undefined => /name="_csrf" value="([\w-]+)"/.exec(text)?.[1]

/** The hidden fields of the forms on a page. */
export const hiddenIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
      .map(([, name, value]) => [String(name), String(value)] as const)
      .filter(([name]) => name !== '_csrf'),
  )

/** A browser without a screen: it keeps cookies, sends forms with the token of the page it saw last, and follows nothing. */
export const newVisitor = (site: string) => {
  const jar = new Map<string, string>()
  let token = ''

  const keep = (cookies: readonly string[]): void => {
    for (const line of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }
  const see = async (response: Received): Promise<Seen> => {
    keep(response.headers.getSetCookie())
    const text = await response.text()
    token = tokenIn(text) ?? token
    const { status, headers } = response
    return { status, text, headers, location: headers.get('location') }
  }
  const own = () => ({
    accept: 'text/html',
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const address = (path: string): string => new URL(path, site).href

  return {
    jar,
    keep,
    open: async (path: string, headers: Record<string, string> = {}): Promise<Seen> =>
      see(
        await sendHttp(address(path), {
          method: 'GET',
          headers: { ...own(), ...headers },
          redirect: 'manual',
        }),
      ),
    send: async (path: string, fields: Record<string, string> = {}, sent: Sent = {}): Promise<Seen> => {
      const { headers = {}, token: given = token } = sent
      return see(
        await sendHttp(address(path), {
          method: 'POST',
          redirect: 'manual',
          headers: { ...own(), origin: site, 'content-type': FORM, ...headers },
          body: String(new URLSearchParams({ ...(given !== null && { _csrf: given }), ...fields })),
        }),
      )
    },
    /** A form with a file, as a browser sends it. */
    upload: async (
      path: string,
      fields: Record<string, string>,
      files: Record<string, File | File[]>,
    ): Promise<Seen> => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ _csrf: token, ...fields })) body.append(name, value)
      for (const [name, chosen] of Object.entries(files))
        for (const file of [chosen].flat()) body.append(name, file)
      return see(
        await fetch(address(path), {
          method: 'POST',
          redirect: 'manual',
          headers: { ...own(), origin: site },
          body,
        }),
      )
    },
  }
}

export type Visitor = ReturnType<typeof newVisitor>
