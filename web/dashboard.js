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

// Shows every time in the reader's own time zone. The server wrote UTC.
const FORMATS = {
  time: { dateStyle: 'medium', timeStyle: 'short' },
  clock: { timeStyle: 'short' },
  date: { dateStyle: 'medium' },
}
const localize = () => {
  for (const tag of document.querySelectorAll('time[data-local]')) {
    const text = new Intl.DateTimeFormat('en-US', FORMATS[tag.dataset.local]).format(new Date(tag.dateTime))
    if (tag.textContent !== text) tag.textContent = text
  }
  for (const tag of document.querySelectorAll('time[data-local-title]'))
    tag.title = new Intl.DateTimeFormat('en-US', FORMATS.time).format(new Date(tag.dateTime))
}
localize()
document.addEventListener('htmx:after:swap', localize)
const zone = document.getElementById('zone')
if (zone) {
  const name = new Intl.DateTimeFormat('en-US', { timeZoneName: 'long' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')
  zone.textContent = `Times are in ${name.value}.`
}

// Search: ⌘K or Ctrl+K, or the link in the bar, opens the dialog. The arrow keys walk through what was found.
const search = document.getElementById('search')
const opener = document.getElementById('open-search')
if (search && opener) {
  const field = search.querySelector('[type=search]')
  const key = opener.querySelector('kbd')
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
  key.textContent = isApple ? '⌘K' : 'Ctrl K'
  key.hidden = false
  const open = event => {
    event.preventDefault()
    if (!search.open) search.showModal()
    field.focus()
    field.select()
  }
  opener.addEventListener('click', open)
  document.addEventListener('keydown', event => {
    if (event.key.toLowerCase() === 'k' && (isApple ? event.metaKey : event.ctrlKey)) open(event)
  })
  search.addEventListener('click', event => {
    if (event.target === search) search.close()
  })
  search.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const stops = [field, ...search.querySelectorAll('#found a')]
    const at = stops.indexOf(document.activeElement)
    stops[(at + step + stops.length) % stops.length].focus()
  })
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = 'Copied'
  })
}
