// Copies one answer, or all of them, into the clipboard.
for (const button of document.querySelectorAll('[data-copy-text]')) {
  button.hidden = false
  const label = button.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copyText)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}
