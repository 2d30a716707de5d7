// A link names only what was filled in. An empty form keeps its names: it was sent, and is told what is missing.
document.addEventListener('formdata', ({ formData }) => {
  const entries = [...formData]
  const empty = entries.filter(([, value]) => value === '')
  if (empty.length < entries.length) for (const [name] of empty) formData.delete(name)
})

// An answer that is no page of ours (429, 5xx, none at all) leaves the form as it is and says so.
const say = words => {
  const trouble = document.getElementById('trouble')
  trouble.hidden = words === ''
  trouble.textContent = words
}

document.addEventListener('htmx:before:request', () => say(''))
document.addEventListener('htmx:response:error', ({ detail }) => {
  const { status } = detail.ctx.response
  if (status === 429) say('That was a lot in a short time. Wait a minute, then calculate again.')
  else if (status >= 500) say('The service could not answer. Wait a little, then calculate again.')
})
document.addEventListener('htmx:error', () => say('There is no connection to the service. Try again.'))
