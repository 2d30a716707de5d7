// Leaves empty filters out of the address.
document.addEventListener('formdata', ({ target, formData }) => {
  if (target.method === 'get')
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
})

// Ignores a second click on a submit button.
document.addEventListener('submit', event => {
  const form = event.target
  if (form.method !== 'post') return
  if (form.dataset.sent) event.preventDefault()
  form.dataset.sent = 'yes'
})
// A page restored by the back button works again.
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent
})

// Updates stop while the tab is hidden or paused.
const pause = document.getElementById('pause')
const state = document.getElementById('live-state')
const paused = () => pause.getAttribute('aria-pressed') === 'true'
const tell = words => {
  if (state.textContent !== words) state.textContent = words
}

if (pause) {
  pause.hidden = false
  pause.addEventListener('click', () => {
    pause.setAttribute('aria-pressed', String(!paused()))
    tell(paused() ? 'Updates paused.' : '')
  })
  document.addEventListener('htmx:before:request', event => {
    if (document.hidden || paused()) event.preventDefault()
  })
  document.addEventListener('htmx:after:request', () => tell(''))
  document.addEventListener('htmx:response:error', ({ detail }) => {
    if (detail.ctx.response.status !== 401) tell('Something went wrong on our side. Trying again…')
  })
  document.addEventListener('htmx:error', () => tell('No connection. Trying again…'))
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = 'Copied'
  })
}
