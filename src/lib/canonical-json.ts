export const canonicalJson = (value: unknown, leaf: (value: unknown) => string = plain): string => {
  if (Array.isArray(value)) return `[${value.map(item => canonicalJson(item, leaf)).join(',')}]`
  if (value === null || typeof value !== 'object') return leaf(value)
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key]
    if (item === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(item, leaf)}`
  }
  return `{${text}}`
}

const plain = (value: unknown): string => JSON.stringify(value) ?? 'null'
