// Copies one answer, or all of them, into the clipboard.
for (const button of document.querySelectorAll('[data-copy-text]')) {
  button.hidden = false
  const words = [...button.childNodes]
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copyText)
    button.replaceChildren('Copied')
    setTimeout(() => button.replaceChildren(...words), 2000)
  })
}

// The palette keeps what contains the typed words.
const palette = document.getElementById('search')
palette?.addEventListener('input', ({ target }) => {
  for (const item of palette.querySelectorAll('#found li'))
    item.hidden = !item.textContent.toLowerCase().includes(target.value.trim().toLowerCase())
})

// J and K walk through a list; other letters press the button that names them.
const isTyping = ({ target }) =>
  target.closest('textarea, select, dialog, [contenteditable], input:not([type=checkbox], [type=radio])')
const walk = step => {
  const rows = [...document.querySelectorAll('[data-row]')]
  const at = rows.findIndex(row => row === document.activeElement || row.ariaCurrent === 'true')
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
}
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
  const key = event.key.toLowerCase()
  if (key === 'j' || key === 'k') return walk(key === 'j' ? 1 : -1)
  const button = document.querySelector(`[data-key="${CSS.escape(key)}"]`)
  if (!button) return
  event.preventDefault()
  // What someone has to give a reason for is not sent by one key.
  const reason = button.form?.querySelector('input:not([type=hidden], [type=checkbox]), textarea')
  if (key === 'a') document.activeElement.closest?.('tr')?.querySelector('[type=checkbox]')?.click()
  if (reason && reason.value === '') return reason.focus()
  button.click()
})
