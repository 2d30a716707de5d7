import { withoutDates } from './read-dates.ts'

export type ReadLimits = { per_person: number; per_accident: number; property_damage: number }

export type FoundLimits = {
  bodilyInjury: { perPerson: number; perAccident: number }[]
  propertyDamage: number[]
  singleLimit: number[]
}

const AMOUNT = /\$?\s?(\d{1,3}(?:,\d{3})+|\d{2,7})(?![\d,]*\.\d)\s?(k\b|thousand\b)?/gi
const NEXT_LABEL =
  /bodily|property damage|medical|uninsured|underinsured|collision|comprehensive|personal injury|physical damage|deductible|premium/i
const OTHER_COVER = /u(?:n|nder)insured[^.]{0,60}$|\bu(?:i)?m\b[^.]{0,40}$/i
const REACH = 140

/** Policies write limits in dollars ($5,000) or in thousands (250, $250, 1000). A comma or "$5000" means dollars. */
const dollars = (amount: string, number: string, unit: string | undefined): number => {
  const value = Number(number.replaceAll(',', ''))
  const inDollars = number.includes(',') || value >= 10_000 || (amount.startsWith('$') && value >= 1000)
  return unit !== undefined || !inDollars ? value * 1000 : value
}

const amountsIn = (text: string): number[] =>
  [...text.matchAll(AMOUNT)].map(([amount, number = '', unit]) => dollars(amount, number, unit))

/** Skips uninsured motorist limits, which use the same words. */
const amountsAfter = (text: string, label: RegExp): number[][] =>
  [...text.matchAll(label)].flatMap(({ 0: words, index }) => {
    if (OTHER_COVER.test(text.slice(Math.max(0, index - 70), index))) return []
    const after = text.slice(index + words.length, index + words.length + REACH)
    if (/^\D*u(?:n|nder)insured/i.test(after)) return []
    const next = after.search(NEXT_LABEL)
    return [amountsIn(next === -1 ? after : after.slice(0, next))]
  })

const SPLIT = /(?<![\d/])\$?(\d{2,3})k?\s?\/\s?\$?(\d{2,4})k?\s?\/\s?\$?(\d{2,4})k?(?![\d/,])/gi

const splitLimits = (text: string): FoundLimits => {
  const found: FoundLimits = { bodilyInjury: [], propertyDamage: [], singleLimit: [] }
  for (const [, person = '', accident = '', property = ''] of text.matchAll(SPLIT)) {
    found.bodilyInjury.push({ perPerson: Number(person) * 1000, perAccident: Number(accident) * 1000 })
    found.propertyDamage.push(Number(property) * 1000)
  }
  return found
}

export const autoLimitsIn = (words: string): FoundLimits => {
  const text = withoutDates(words)
  const split = splitLimits(text)
  const spelled = text.replaceAll(SPLIT, ' ')
  return {
    bodilyInjury: [
      ...split.bodilyInjury,
      ...amountsAfter(spelled, /bodily injury(?: liability)?/gi).flatMap(([perPerson, perAccident]) =>
        perPerson !== undefined && perAccident !== undefined ? [{ perPerson, perAccident }] : [],
      ),
    ],
    propertyDamage: [
      ...split.propertyDamage,
      ...amountsAfter(spelled, /property damage(?: liability)?/gi).flatMap(amounts => amounts.slice(0, 1)),
    ],
    singleLimit: amountsAfter(spelled, /(?:combined )?single limit|\bcsl\b/gi).flatMap(amounts =>
      amounts.slice(0, 1),
    ),
  }
}

export const personalLiabilityIn = (words: string): number[] =>
  amountsAfter(withoutDates(words), /personal liability|coverage e\b[^$\d]{0,40}/gi).flatMap(amounts =>
    amounts.slice(0, 1),
  )
