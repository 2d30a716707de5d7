import { curlLine } from './curl.ts'

const email = 'you@example.com'

export const requestCodeCurl = (service: string): string =>
  curlLine({ url: `${service}/api/agent/key/request`, body: { email }, withKey: false })

export const confirmCodeCurl = (service: string): string =>
  curlLine({ url: `${service}/api/agent/key/confirm`, body: { email, otp: 'THE CODE' }, withKey: false })
