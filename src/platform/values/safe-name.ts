const LONGEST = 80
const SERVICE = 'Bindery'

/** Browsers and mail readers take these for the dot of a domain. */
const OTHER_DOTS = /[。｡․‧∙·]/gu

const ENDINGS = 'com|net|org|info|io|co|us|biz|xyz|app|dev|online|site|shop|store|top|link|click|me|ly|gov'

const LINKS: readonly RegExp[] = [
  /:\/\/|\bwww\b|@/iu,
  /[\p{L}\p{N}]\s?\.\p{L}{2,}/u,
  new RegExp(`(?:\\.|\\bdot\\b|[([{]dot[)\\]}])[\\s)\\]}]*(?:${ENDINGS})\\b`, 'iu'),
]

/** Five digits are a short code. Toll-free numbers are often spelled in letters. */
const PHONES: readonly RegExp[] = [/(?:\p{Nd}\D*){5}/u, /\b8(?:00|33|44|55|66|77|88)\b/u]

/** Words of letters that threaten or come from authorities. No business that refers customers has them in its name. */
const IMPERSONATIONS =
  /\b(?:irs|internal revenue|social security|medicare|medicaid|fbi|fema|paypal|venmo|zelle|fraud|urgent|password|refund|lawsuit|final notice|security alert)\b/iu

const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u

export const hasInvisible = (text: string): boolean => INVISIBLE.test(text)

/** Latin letters and digits that look like a plain letter and do not decompose into it. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'ᴀɑ',
  b: 'ʙ8',
  c: 'ᴄ',
  d: 'ᴅđ',
  e: 'ᴇ3',
  f: 'ꜰ',
  g: 'ɢɡ',
  h: 'ʜħ',
  i: 'ıɪɩ',
  j: 'ᴊȷ',
  k: 'ᴋ',
  l: 'ʟł',
  m: 'ᴍ',
  n: 'ɴ',
  o: 'ᴏø0',
  p: 'ᴘ',
  r: 'ʀ',
  s: 'ꜱ5',
  t: 'ᴛŧ',
  u: 'ᴜ',
  v: 'ᴠ',
  w: 'ᴡ',
  y: 'ʏ',
  z: 'ᴢ',
}

const PLAIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([plain, others]) => [...others].map(other => [other, plain] as const)),
)

const looks = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^ -~]|\d/gu, letter => PLAIN.get(letter) ?? letter)

/** In most fonts, a capital i, a small L, a one and a bar look the same. */
const readings = (text: string): string[] => [
  text,
  text.replaceAll(/[l1|]/g, 'I'),
  text.replaceAll(/[I1|]/g, 'l'),
]

const bareName = (text: string): string => looks(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

export const passesFor = (text: string, brands: readonly string[]): boolean =>
  readings(text).some(read => brands.some(brand => bareName(read).includes(bareName(brand))))

const withoutGaps = (text: string): string => text.replaceAll(/(?<=\b\p{L})[\s.-]+(?=\p{L}\b)/gu, '')

const impersonates = (text: string): boolean =>
  readings(text).some(read => IMPERSONATIONS.test(withoutGaps(looks(read))))

const OTHER_ALPHABETS =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u

export const mixesScripts = (text: string): boolean =>
  /\p{Script=Latin}/u.test(text) && OTHER_ALPHABETS.test(text)

export const looksLikeLink = (text: string): boolean => {
  const read = text.normalize('NFKC').replaceAll(OTHER_DOTS, '.')
  return LINKS.some(pattern => pattern.test(read))
}

/** For an email to someone else. Null: it could pass for a link, a phone number, or one of these brands. */
export const safeName = (name: string | null | undefined, brands: readonly string[] = []): string | null => {
  if (hasInvisible(name ?? '')) return null
  const text = (name ?? '').trim().replaceAll(/\s+/g, ' ')
  const read = text.normalize('NFKC')
  if (text === '' || text.length > LONGEST || mixesScripts(read) || looksLikeLink(text)) return null
  if (PHONES.some(pattern => pattern.test(read)) || impersonates(text)) return null
  return passesFor(text, [SERVICE, ...brands]) ? null : text
}
