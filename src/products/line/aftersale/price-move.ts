import { usd } from '../../../platform/values/money.ts'
import { say } from '../fields/say.ts'

export const priceWords = (dollars: number): string => say('{price} a year', { price: usd(dollars) })

export const priceMove = (before: number, after: number) => ({
  from: priceWords(before),
  to: priceWords(after),
  difference: differenceWords(after - before),
})

const differenceWords = (dollars: number): string => {
  if (dollars === 0) return say('None')
  const amount = usd(Math.abs(dollars))
  return dollars > 0 ? say('{amount} more a year', { amount }) : say('{amount} less a year', { amount })
}
