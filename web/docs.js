// The search box of the docs, copy buttons, and links into closed parts of a page.
const MOST_RESULTS = 12
const form = document.querySelector('.docs-search')
const nav = document.querySelector('.reference-nav nav')
const results = document.querySelector('#docs-found')
const wasOpen = new Map([...(nav?.querySelectorAll('details') ?? [])].map(group => [group, group.open]))

const plain = text => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')

const rank = ({ title }, wanted) => {
  const name = plain(title)
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  return name.includes(wanted) ? 2 : 3
}

let loading
const loadIndex = () => {
  loading ??= fetch(form.dataset.index)
    .then(answer => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
    .catch(() => {
      loading = undefined
      return []
    })
  return loading
}

const filterNav = words => {
  for (const [group, open] of wasOpen) {
    let shown = 0
    for (const item of group.querySelectorAll('li')) {
      const text = plain(`${item.textContent} ${item.firstChild.title}`)
      item.hidden = !words.every(word => text.includes(word))
      if (!item.hidden) shown++
    }
    group.hidden = shown === 0
    group.open = words.length > 0 ? shown > 0 : open
  }
}

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const show = (entries, query) => {
  const [count, list] = results.children
  results.hidden = query === ''
  const all = `${form.getAttribute('action')}?q=${encodeURIComponent(query)}`
  const words = entries.length === 1 ? '1 result' : `${entries.length} results`
  count.replaceChildren(entries.length > MOST_RESULTS ? element('a', { href: all }, words) : words)
  list.replaceChildren(
    ...entries
      .slice(0, MOST_RESULTS)
      .map(({ kind, title, text, url }) =>
        element(
          'li',
          {},
          element('a', { href: url }, title),
          ' ',
          element('span', { className: 'soft small' }, `${kind}. ${text}`),
        ),
      ),
  )
}

const search = async () => {
  const query = form.elements.q.value
  const wanted = plain(query).trim()
  const words = wanted === '' ? [] : wanted.split(' ')
  filterNav(words)
  const entries = words.length === 0 ? [] : await loadIndex()
  if (form.elements.q.value !== query) return
  const found = entries.filter(({ title, text }) => {
    const all = plain(`${title} ${text}`)
    return words.every(word => all.includes(word))
  })
  show(
    found.sort((a, b) => rank(a, wanted) - rank(b, wanted)),
    wanted,
  )
}

form?.addEventListener('input', search)
form?.addEventListener('focusin', loadIndex, { once: true })

for (const block of document.querySelectorAll('main pre')) {
  const button = element('button', { type: 'button', className: 'copy secondary' }, 'Copy')
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(block)
      button.textContent = 'Selected'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  const frame = element('div', { className: 'copyable' })
  block.replaceWith(frame)
  frame.append(block, button)
}

// The language of one example is the language of all.
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.tabs > input')) return
  for (const other of document.querySelectorAll(`.tabs > input[value="${target.value}"]`))
    other.checked = true
})

const openTarget = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  for (let part = target?.closest('details'); part; part = part.parentElement.closest('details'))
    part.open = true
  target?.scrollIntoView()
}
addEventListener('hashchange', openTarget)
if (location.hash) openTarget()
