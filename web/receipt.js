// Checks a receipt in the browser, with the keys that came with the page, so that it also works offline.
const form = document.querySelector('.receipt-check')
const outcome = document.querySelector('#receipt-outcome')

const bytes = text =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

const json = text => JSON.parse(new TextDecoder().decode(bytes(text)))

const verified = async text => {
  const [head, body, signature] = text.trim().split('.')
  const { kid, alg, typ } = json(head)
  const jwk = JSON.parse(form.dataset.keys).find(key => key.kid === kid)
  if (!jwk || alg !== 'ES256' || typ !== 'receipt+jwt') return null
  const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, curve, false, ['verify'])
  const signed = new TextEncoder().encode(`${head}.${body}`)
  const isGood = await crypto.subtle.verify(curve, key, bytes(signature), signed)
  const receipt = json(body)
  return isGood && receipt.iss === form.dataset.issuer ? receipt : null
}

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text })

const line = ({ at, act, state, version, by, proof }) => {
  const { acts, other, proofs } = JSON.parse(form.dataset.words)
  const said = acts.find(([end]) => act.endsWith(end))?.[1] ?? other
  const offered = state === 'offered' ? ' before the application was complete, so it did not count' : ''
  return `${at}: ${said}${offered}, in the text of ${version}. Proof: ${proofs[proof]} (${by}).`
}

const show = receipt => {
  const notice = element('div', '')
  notice.className = receipt ? 'callout' : 'callout warning'
  if (receipt) {
    const list = element('ul', '')
    for (const act of receipt.acts) list.append(element('li', line(act)))
    const when = new Date(receipt.iat * 1000).toUTCString()
    notice.append(
      element('p', `This receipt is genuine. We signed it on ${when} for application ${receipt.sub}.`),
      list,
    )
  } else
    notice.append(
      element('p', 'This is not a receipt of ours, or somebody changed it. Copy the whole text again.'),
    )
  outcome.replaceChildren(notice)
}

// Without a secure context there is no crypto.subtle: the form then asks the service.
if (form && globalThis.crypto?.subtle)
  form.addEventListener('submit', async event => {
    event.preventDefault()
    show(await verified(form.elements.receipt.value).catch(() => null))
  })
