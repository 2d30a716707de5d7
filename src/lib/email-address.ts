const ADDRESS =
  /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

export const typedEmail = (text: string | null | undefined): string =>
  (text ?? '').trim().toLowerCase().slice(0, 254)

export const parseEmail = (text: string): string | null => {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && ADDRESS.test(email) ? email : null
}
