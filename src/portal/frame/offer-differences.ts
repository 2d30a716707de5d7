import { say } from '../words/say.ts'

type Row = { label: string; amount: string }

const lowered = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const isDeductible = ({ label }: Row): boolean => /deduct?ible/i.test(label)

const differingRows = (rows: readonly Row[], best: readonly Row[]): Row[] =>
  rows.filter(({ label, amount }) => best.find(one => one.label === label)?.amount !== amount)

export const differenceWords = (rows: readonly Row[], best: readonly Row[]): string => {
  const differing = differingRows(rows, best)
  const lacking = best.filter(({ label }) => !rows.some(one => one.label === label))
  const said = [
    ...differing.map(({ label, amount }) => `${lowered(label)} ${amount}`),
    ...lacking.map(({ label }) => say('no {coverage}', { coverage: lowered(label) })),
  ]
  if (said.length === 0) return say('Same coverage.')
  const isSame = [...differing, ...lacking].every(isDeductible)
  return isSame
    ? say('Same coverage; {differences}.', { differences: said.join('; ') })
    : say('Different: {differences}.', { differences: said.join('; ') })
}
