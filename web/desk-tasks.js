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
