type Call = { url: string; body?: unknown; withKey?: boolean }

export const curlLine = ({ url, body, withKey = true }: Call): string =>
  [
    `curl ${body === undefined ? '-X POST ' : ''}${url}`,
    ...(withKey ? ["-H 'Authorization: Bearer <OPERATOR_KEY>'"] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ')

const email = 'you@example.com'

export const requestCodeCurl = (service: string): string =>
  curlLine({ url: `${service}/api/agent/key/request`, body: { email }, withKey: false })

export const confirmCodeCurl = (service: string): string =>
  curlLine({ url: `${service}/api/agent/key/confirm`, body: { email, otp: 'THE CODE' }, withKey: false })
