const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Where an answer to this address goes, in words and as an origin. */
export const placeOf = (redirectUri: string): { where: string; origin: string } => {
  if (!URL.canParse(redirectUri)) return { where: 'an app that is gone', origin: '' }
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:')
    return { where: `an app on this device, ${protocol}`, origin: protocol }
  return {
    where: LOOPBACK.has(hostname) ? 'an app on this device' : hostname,
    origin: `${protocol}//${host}`,
  }
}
