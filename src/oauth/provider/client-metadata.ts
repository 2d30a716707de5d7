const isHttps = (uri: unknown): boolean => typeof uri === 'string' && /^https:\/\//i.test(uri)

/**
 * RFC 8252: a client that redirects to a loopback address or a private scheme is native, and its port may change.
 * Scopes are requested with each authorization, not registered.
 */
export const registrableMetadata = (given: unknown): unknown => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { scope: _scope, application_type: type, ...metadata } = given as Record<string, unknown>
  const uris = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : []
  return {
    ...metadata,
    application_type: uris.every(isHttps) ? (type ?? 'web') : 'native',
  }
}
