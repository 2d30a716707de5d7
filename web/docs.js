// The search box of the docs, copy buttons, and links into closed parts of a page.
const form = document.querySelector('.docs-search')
const nav = document.querySelector('.reference-nav nav')
const results = document.querySelector('#docs-found')
const wasOpen = new Map([...(nav?.querySelectorAll('details') ?? [])].map(group => [group, group.open]))

const plain = text => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')

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

const show = ({ count, results: found }, query) => {
  const [status, list] = results.children
  results.hidden = query === ''
  const words = count === 1 ? '1 result' : `${count} results`
  const all = `${form.getAttribute('action')}?q=${encodeURIComponent(query)}`
  status.replaceChildren(count > found.length ? element('a', { href: all }, words) : words)
  list.replaceChildren(
    ...found.map(({ kind, title, text, url }) =>
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

const PAUSE_MS = 120
let typing

const ask = async query => {
  if (query.trim() === '') return show({ count: 0, results: [] }, '')
  const answer = await fetch(`${form.dataset.typed}?q=${encodeURIComponent(query)}`).catch(() => null)
  if (answer?.ok && form.elements.q.value === query) show(await answer.json(), query)
}

form?.addEventListener('input', () => {
  const query = form.elements.q.value
  filterNav(plain(query).split(' ').filter(Boolean))
  clearTimeout(typing)
  typing = setTimeout(ask, PAUSE_MS, query)
})

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
