export const canonicalJson = (value: unknown, leaf: (value: unknown) => string = plain): string => {
  if (Array.isArray(value)) return `[${value.map(item => canonicalJson(item, leaf)).join(',')}]`
  if (value === null || typeof value !== 'object') return leaf(value)
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, leaf)}`).join(',')}}`
}

const plain = (value: unknown): string => JSON.stringify(value) ?? 'null'
