const isHttps = (uri: unknown): boolean => typeof uri === 'string' && /^https:\/\//i.test(uri)

/**
 * What a client says about itself, as far as it is for the client to say. A client whose answers go to a device (a
 * loopback address or a scheme of its own) is a native one: its loopback port may change from call to call
 * (RFC 8252). Scopes are asked for with each authorization.
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
