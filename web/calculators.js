// Leaves empty fields out of the address. A completely empty form keeps them, so that the page says what's missing.
document.addEventListener('formdata', ({ formData }) => {
  const entries = [...formData]
  const empty = entries.filter(([, value]) => value === '')
  if (empty.length < entries.length) for (const [name] of empty) formData.delete(name)
})

// Another language changes the whole page, so the browser loads it.
document.addEventListener(
  'submit',
  event => {
    if (event.submitter?.name === '_switch') event.stopPropagation()
  },
  true,
)

// A failed request keeps the form as it is and shows a message.
const show = kind => {
  const trouble = document.getElementById('trouble')
  trouble.hidden = kind === ''
  trouble.textContent = trouble.dataset[kind] ?? ''
}

document.addEventListener('htmx:before:request', () => show(''))
document.addEventListener('htmx:response:error', ({ detail }) => {
  const { status } = detail.ctx.response
  if (status === 429) show('busy')
  else if (status >= 500) show('fault')
})
document.addEventListener('htmx:error', () => show('offline'))
