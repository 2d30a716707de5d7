import { readCsv } from '../../platform/pages/csv.ts'
import { signedCentsIn } from '../../platform/values/money.ts'
import { commissionOf } from '../ledger/postings.ts'

export type Stated = { policy_number: string; premium_cents: number | null; commission_cents: number }

/** What is still expected for a policy when a statement arrives. */
export type Expected = {
  policy_id: string
  uid: string
  policy_number: string
  percent: number
  outstanding_cents: number
}

const COLUMNS = {
  policy_number: /^(policy|contract)\b.*|^pol(icy)?[ _.#]*(no|num|number|nbr)?\.?$/i,
  premium: /premium/i,
  commission: /^(?!.*(rate|%|pct)).*(commission|comm\b)/i,
}

const columnsIn = (heading: readonly string[]) => ({
  number: heading.findIndex(name => COLUMNS.policy_number.test(name)),
  premium: heading.findIndex(name => COLUMNS.premium.test(name)),
  commission: heading.findIndex(name => COLUMNS.commission.test(name)),
})

/** What is wrong with the file, or its lines. Lines without a policy number are totals. */
export const readStatement = (text: string): Stated[] | string => {
  const rows = readCsv(text)
  const at = rows.findIndex(row => {
    const { number, commission } = columnsIn(row)
    return number >= 0 && commission >= 0
  })
  if (at < 0) return 'The file needs a line of headings with a policy number and a commission.'
  const { number, premium, commission } = columnsIn(rows[at] ?? [])
  const stated: Stated[] = []
  for (const [below, row] of rows.slice(at + 1).entries()) {
    const policy_number = row[number] ?? ''
    if (policy_number === '' || /total/i.test(policy_number)) continue
    const commission_cents = signedCentsIn(row[commission] ?? '')
    if (commission_cents === null)
      return `Line ${at + below + 2}, policy ${policy_number}: the commission is not an amount.`
    const premium_cents = premium < 0 ? null : signedCentsIn(row[premium] ?? '')
    stated.push({ policy_number, premium_cents, commission_cents })
  }
  return stated.length > 0 ? stated : 'The file has no lines below its headings.'
}

const plainNumber = (policy_number: string): string =>
  policy_number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

export type CommissionKind =
  | 'commission_differs'
  | 'commission_unknown'
  | 'commission_twice'
  | 'commission_missing'

export type MatchedLine = Stated & {
  policy_id: string | null
  uid: string | null
  expected_cents: number | null
}

type CommissionDifference = {
  kind: CommissionKind
  policy_number: string
  policy_id: string | null
  uid: string | null
  expected_cents: number
  found_cents: number
}

/** A line with a premium is checked by the rate, one without against all that is still expected. */
const expectedFor = ({ premium_cents }: Stated, { percent, outstanding_cents }: Expected): number => {
  if (premium_cents === null) return outstanding_cents
  const byRate = commissionOf(Math.abs(premium_cents), percent) * Math.sign(premium_cents)
  return byRate > 0 ? Math.min(byRate, Math.max(0, outstanding_cents)) : byRate
}

/** Each line beside what we expect. `due`: the policies whose commission should be on this statement. */
export const matchStatement = (
  stated: readonly Stated[],
  expected: readonly Expected[],
  due: ReadonlySet<string>,
): { lines: MatchedLine[]; differences: CommissionDifference[] } => {
  const byNumber = new Map(expected.map(one => [plainNumber(one.policy_number), { ...one }]))
  const seen = new Set<string>()
  const lines: MatchedLine[] = []
  const differences: CommissionDifference[] = []
  for (const line of stated) {
    const policy = byNumber.get(plainNumber(line.policy_number))
    const should = policy ? expectedFor(line, policy) : 0
    const isSame = policy !== undefined && should === line.commission_cents
    const isTwice = policy !== undefined && seen.has(policy.policy_id) && !isSame
    const { policy_id = null, uid = null } = policy ?? {}
    lines.push({ ...line, policy_id, uid, expected_cents: isSame ? null : should })
    if (!isSame)
      differences.push({
        kind: policy ? (isTwice ? 'commission_twice' : 'commission_differs') : 'commission_unknown',
        policy_number: line.policy_number,
        policy_id,
        uid,
        expected_cents: should,
        found_cents: line.commission_cents,
      })
    if (!policy) continue
    policy.outstanding_cents -= line.commission_cents
    seen.add(policy.policy_id)
  }
  for (const { policy_id, uid, policy_number, outstanding_cents } of expected)
    if (due.has(policy_id) && !seen.has(policy_id) && outstanding_cents !== 0)
      differences.push({
        kind: 'commission_missing',
        policy_number,
        policy_id,
        uid,
        expected_cents: outstanding_cents,
        found_cents: 0,
      })
  return { lines, differences }
}
