const post = (url: string, body: object): string =>
  [`curl ${url} \\`, `  -H 'Content-Type: application/json' \\`, `  -d '${JSON.stringify(body)}'`].join('\n')

const email = 'you@example.com'

/** The two calls that lead to a first operator key, ready to paste into a terminal. */
export const askForCode = (service: string): string => post(`${service}/api/agent/key/request`, { email })

export const codeForKey = (service: string): string =>
  post(`${service}/api/agent/key/confirm`, { email, otp: 'THE CODE' })
