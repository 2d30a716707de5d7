const AMOUNT =
  /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,15})(\.\d{1,9})?(?:\s*(k|thousand|m|mm|mil|million|b|bn|billion))?(?:\s*(?:usd|dollars))?$/i

const UNITS: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 }

export const dollarsIn = (raw: unknown): number | null => {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw : null
  const [, whole, fraction = '', unit = ''] = (typeof raw === 'string' && AMOUNT.exec(raw.trim())) || []
  if (whole === undefined) return null
  const factor = UNITS[unit.charAt(0).toLowerCase()] ?? 1
  const amount = Number(whole.replaceAll(',', '') + fraction) * factor
  const dollars = Math.round(amount)
  return Math.abs(amount - dollars) < 0.001 && Number.isSafeInteger(dollars) ? dollars : null
}

/** As files write it: 1,234.5, +12.00, -12.00, 12.00- or (12.00). An apostrophe keeps a spreadsheet from reading a formula. */
export const signedCentsIn = (text: string): number | null => {
  const [, before, amount = '', after] =
    /^\s*'?\+?([-(]?)\s*(\$?[\d,]*\.?\d{0,2})\s*([-)]?)\s*$/.exec(text) ?? []
  const plain = amount.replaceAll(/[$,]/g, '')
  if (!/\d/.test(plain)) return null
  const cents = Math.round(Number(plain) * 100)
  return before || after ? 0 - cents : cents
}

const WITH_CENTS = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{2}))?$/

export const centsIn = (text: string): number | null => {
  const [, whole, part = '00'] = WITH_CENTS.exec(text.trim()) ?? []
  const cents = whole === undefined ? Number.NaN : Number(whole.replaceAll(',', '') + part)
  return Number.isSafeInteger(cents) ? cents : null
}

export const usd = (amount: number): string =>
  `$${Math.round(amount)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ',')}`

export const usdCents = (cents: number): string => {
  const rest = Math.abs(cents) % 100
  const sign = cents < 0 ? '−' : ''
  const dollars = usd(Math.floor(Math.abs(cents) / 100))
  return sign + dollars + (rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`)
}
