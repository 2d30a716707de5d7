const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export const redirectPlace = (redirectUri: string): { where: string; origin: string } => {
  if (!URL.canParse(redirectUri)) return { where: 'an app that no longer exists', origin: '' }
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:')
    return { where: `an app on this device, ${protocol}`, origin: protocol }
  return {
    where: LOOPBACK.has(hostname) ? 'an app on this device' : hostname,
    origin: `${protocol}//${host}`,
  }
}
