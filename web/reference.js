/* First calls made from the API reference always use the sandbox. */
const reference = document.querySelector('#reference')

const isFirstCall = body => body !== null && typeof body === 'object' && !('uid' in body) && 'intake' in body

const useSandbox = request => {
  if (request.loadSpec || typeof request.body !== 'string') return request
  try {
    const body = JSON.parse(request.body)
    if (isFirstCall(body)) request.body = JSON.stringify({ ...body, sandbox: true }, null, 2)
  } catch {
    // Not JSON: let the service report it.
  }
  return request
}

/* Swagger UI leaves some controls without a name, or out of reach of the keyboard. */
const nameOf = control => {
  const row = control.closest('tr')?.querySelector('.parameter__name')
  if (control.matches('textarea')) return 'Body to send'
  if (control.id === 'servers') return 'Server'
  if (control.matches('.content-type, .content-type *')) return 'Content type'
  return row?.firstChild?.textContent ?? control.getAttribute('placeholder') ?? 'Value'
}

const addMissingLabels = () => {
  // The page already has a <main>.
  reference.querySelector('main:not([role])')?.setAttribute('role', 'none')
  for (const control of reference.querySelectorAll(':is(input, select, textarea):not([aria-label])'))
    if (control.labels.length === 0) control.setAttribute('aria-label', nameOf(control))
  for (const close of reference.querySelectorAll('.close-modal:not([aria-label])'))
    close.setAttribute('aria-label', 'Close')
  for (const scrolling of reference.querySelectorAll('pre:not([tabindex])')) scrolling.tabIndex = 0
}

new MutationObserver(addMissingLabels).observe(reference, { childList: true, subtree: true })

window.SwaggerUIBundle({
  url: reference.dataset.contract,
  dom_id: '#reference',
  // Its links would be nested in its buttons.
  deepLinking: false,
  syntaxHighlight: false,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: useSandbox,
})
