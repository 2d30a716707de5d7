const PLAIN = /^[ !#-[\]-~]*$/

/** The JSON of a value without parts. For a short text, JSON.stringify takes several times as long as the pattern. */
export const jsonOf = (value: unknown): string => {
  if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`
  return JSON.stringify(value) ?? 'null'
}

export const canonicalJson = (value: unknown, leaf: (value: unknown) => string = jsonOf): string => {
  if (Array.isArray(value)) return `[${value.map(item => canonicalJson(item, leaf)).join(',')}]`
  if (value === null || typeof value !== 'object') return leaf(value)
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key]
    if (item === undefined) continue
    text += `${text === '' ? '' : ','}${jsonOf(key)}:${canonicalJson(item, leaf)}`
  }
  return `{${text}}`
}
