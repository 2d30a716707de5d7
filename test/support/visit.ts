export type PageAnswer = { status: number; headers: Headers; text: string }

const cookieOf = (line: string): [name: string, value: string] => {
  const [pair = ''] = line.split(';')
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}

const tokenIn = (text: string): string => /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** A browser without a screen: it keeps cookies, sends the token of the page it saw last, and follows nothing. */
export const newVisit = (url: string) => {
  const cookies = new Map<string, string>()
  let token = ''
  const send = async (path: string, init: RequestInit = {}): Promise<PageAnswer> => {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const response = await fetch(new URL(path, url), {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', cookie, ...init.headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = cookieOf(line)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    token = tokenIn(text) || token
    return { status: response.status, headers: response.headers, text }
  }
  return {
    cookies,
    get: (path: string) => send(path),
    submit: (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      send(path, {
        method: 'POST',
        headers: { origin: url, ...headers },
        body: new URLSearchParams({ _csrf: token, ...fields }),
      }),
  }
}

export type Visit = ReturnType<typeof newVisit>
