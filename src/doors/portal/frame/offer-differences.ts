import { say } from '../words/say.ts'

type Row = { label: string; amount: string }

type Compared = { rows: readonly Row[]; form?: string; admitted?: boolean | undefined }

const lowered = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const isDeductible = ({ label }: Row): boolean => /deduct?ible/i.test(label)

const differingRows = (rows: readonly Row[], best: readonly Row[]): Row[] =>
  rows.filter(({ label, amount }) => best.find(one => one.label === label)?.amount !== amount)

const formWords = ({ form }: Compared, best: Compared): string[] =>
  form === undefined || best.form === undefined || form === best.form
    ? []
    : [say('{form} instead of {other}', { form, other: best.form })]

const insurerWords = (offer: Compared, best: Compared): string[] => {
  const [isSurplus, wasSurplus] = [offer.admitted === false, best.admitted === false]
  if (isSurplus === wasSurplus) return []
  return [
    isSurplus
      ? say('a surplus lines insurer instead of an admitted one')
      : say('an admitted insurer instead of a surplus lines one'),
  ]
}

const sameWords = (rows: readonly Row[], differences: string): string => {
  const hasDeductible = rows.some(isDeductible)
  if (differences === '')
    return hasDeductible ? say('Same limits and deductibles shown.') : say('Same limits shown.')
  return hasDeductible
    ? say('Same limits and deductibles shown, but {differences}.', { differences })
    : say('Same limits shown, but {differences}.', { differences })
}

/** Never says "same" of what was not compared: offers state limits and deductibles, not endorsements or exclusions. */
export const differenceWords = (offer: Compared, best: Compared): string => {
  const differing = differingRows(offer.rows, best.rows)
  const lacking = best.rows.filter(({ label }) => !offer.rows.some(one => one.label === label))
  const differences = [
    ...formWords(offer, best),
    ...insurerWords(offer, best),
    ...differing.map(({ label, amount }) => `${lowered(label)} ${amount}`),
    ...lacking.map(({ label }) => say('no {coverage}', { coverage: lowered(label) })),
  ].join('; ')
  if (differing.length + lacking.length === 0) return sameWords(best.rows, differences)
  return [...differing, ...lacking].every(isDeductible)
    ? say('Same limits shown, but {differences}.', { differences })
    : say('Different: {differences}.', { differences })
}
