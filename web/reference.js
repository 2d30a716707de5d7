/* The reference that can be tried. A first call without a uid is made a rehearsal: nothing real happens from here. */
const isFirstCall = body => body !== null && typeof body === 'object' && !('uid' in body) && 'intake' in body

const rehearse = request => {
  if (request.loadSpec || typeof request.body !== 'string') return request
  try {
    const body = JSON.parse(request.body)
    if (isFirstCall(body)) request.body = JSON.stringify({ ...body, sandbox: true }, null, 2)
  } catch {
    // Not JSON: the service says so better than we could.
  }
  return request
}

window.SwaggerUIBundle({
  url: document.querySelector('#reference').dataset.contract,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: rehearse,
})
