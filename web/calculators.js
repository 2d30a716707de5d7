// Leaves empty fields out of the address. A completely empty form keeps them, so that the page says what's missing.
document.addEventListener('formdata', ({ formData }) => {
  const entries = [...formData]
  const empty = entries.filter(([, value]) => value === '')
  if (empty.length < entries.length) for (const [name] of empty) formData.delete(name)
})

// A failed request keeps the form as it is and shows a message.
const say = words => {
  const trouble = document.getElementById('trouble')
  trouble.hidden = words === ''
  trouble.textContent = words
}

document.addEventListener('htmx:before:request', () => say(''))
document.addEventListener('htmx:response:error', ({ detail }) => {
  const { status } = detail.ctx.response
  if (status === 429) say('Too many requests. Wait a minute, then try again.')
  else if (status >= 500) say('Something went wrong on our side. Wait a moment, then try again.')
})
document.addEventListener('htmx:error', () =>
  say('We can’t reach the service. Check your connection and try again.'),
)
