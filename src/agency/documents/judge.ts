import { usd } from '../../platform/values/money.ts'
import type { MediaType } from './media-type.ts'
import { frameOf } from './picture.ts'
import { type PrintedPeriod, periodsIn } from './read-dates.ts'
import { autoLimitsIn, type FoundLimits, personalLiabilityIn, type ReadLimits } from './read-limits.ts'
import { whoIsInsured } from './read-names.ts'

export type Expectations = {
  covers: 'auto' | 'home'
  insured: readonly string[]
  startDate: string
  minimumAuto?: ReadLimits
  minimumPersonalLiability?: number
}

export type Verdict =
  | { status: 'accepted'; reason: null }
  | { status: 'rejected' | 'needs_person'; reason: string }

type Finding = { sure: 'wrong' | 'unclear'; reason: string } | null

const wrong = (reason: string): Finding => ({ sure: 'wrong', reason })
const unclear = (reason: string): Finding => ({ sure: 'unclear', reason })

const SAYS_DECLARATIONS = /declarations?\b|\bdec page/i
const SAYS_AUTO = /\bauto(?:mobile)?s?\b|\bvehicles?\b|\bvin\b/i
const SAYS_HOME = /homeowner|dwelling|condominium|renters|\bcoverage a\b/i

const kindFinding = (text: string, { covers }: Expectations): Finding => {
  const [own, other] = covers === 'auto' ? [SAYS_AUTO, SAYS_HOME] : [SAYS_HOME, SAYS_AUTO]
  if (!SAYS_DECLARATIONS.test(text)) return unclear('It does not say that it is a declarations page.')
  if (own.test(text)) return null
  const wanted = covers === 'auto' ? 'auto' : 'home'
  return other.test(text)
    ? wrong(`This is the declarations page of another kind of policy. Send that of the ${wanted} policy.`)
    : unclear(`It does not say that it is about ${wanted} insurance.`)
}

const nameFinding = (text: string, { insured }: Expectations): Finding => {
  const who = whoIsInsured(text, insured)
  if (who === 'known') return null
  return who === 'another'
    ? wrong('The policy is in someone else’s name. Send the page from the applicant’s own policy.')
    : unclear('The name of the applicant was not found on it.')
}

const periodFinding = (text: string, { startDate }: Expectations, today: string): Finding => {
  const periods = periodsIn(text)
  const holds = ({ from, to }: PrintedPeriod): boolean => from <= startDate && startDate < to
  if (periods.some(holds)) return null
  if (periods.length === 0) return unclear('The policy period was not found on it.')
  return periods.every(({ to }) => to < today)
    ? wrong('The policy period on this page has ended. Send the page of your current policy.')
    : unclear('The policy period on it does not cover the start date.')
}

const TOO_LOW = 'The limits on it are lower than needed'

/** Each car has its own line, so the result is certain only if all lines agree. */
const compare = (found: readonly boolean[], needed: string): Finding => {
  if (found.length === 0) return unclear(`The liability limits were not found on it. Needed: ${needed}.`)
  if (found.every(enough => enough)) return null
  return found.some(enough => enough)
    ? unclear(`Some of the limits on it are lower than needed: ${needed}.`)
    : wrong(`${TOO_LOW}: ${needed}. Have the limits raised and send the new page.`)
}

const autoFinding = (found: FoundLimits, needed: ReadLimits): Finding => {
  const { per_person, per_accident, property_damage } = needed
  const words = `${usd(per_person)} a person, ${usd(per_accident)} an accident, ${usd(property_damage)} for property damage`
  const single = found.singleLimit.filter(limit => limit >= per_accident || limit < per_person)
  if (found.bodilyInjury.length === 0 && single.length > 0)
    return compare(
      single.map(limit => limit >= per_accident),
      words,
    )
  const injury = found.bodilyInjury.map(
    ({ perPerson, perAccident }) => perPerson >= per_person && perAccident >= per_accident,
  )
  const property = found.propertyDamage.map(limit => limit >= property_damage)
  const findings = [compare(injury, words), compare(property, words)]
  return findings.find(finding => finding?.sure === 'wrong') ?? findings.find(finding => finding) ?? null
}

const limitsFinding = (text: string, expected: Expectations): Finding => {
  const { minimumAuto, minimumPersonalLiability } = expected
  if (minimumAuto) return autoFinding(autoLimitsIn(text), minimumAuto)
  if (minimumPersonalLiability === undefined) return null
  const enough = personalLiabilityIn(text).map(limit => limit >= minimumPersonalLiability)
  return compare(enough, `${usd(minimumPersonalLiability)} of personal liability`)
}

const FEWEST_CHARACTERS = 80

export const judge = (lines: readonly string[], expected: Expectations, today: string): Verdict => {
  const text = lines.join('\n').replaceAll(/[^\S\n]+/g, ' ')
  if (text.length < FEWEST_CHARACTERS)
    return { status: 'needs_person', reason: 'There is hardly any text in it: it may be a scan.' }
  const findings = [
    kindFinding(text, expected),
    nameFinding(text, expected),
    periodFinding(text, expected, today),
    limitsFinding(text, expected),
  ].flatMap(finding => finding ?? [])
  const sure = findings.filter(finding => finding.sure === 'wrong')
  const told = (some: typeof findings): string => some.map(({ reason }) => reason).join(' ')
  if (sure.length > 0) return { status: 'rejected', reason: told(sure) }
  return findings.length > 0
    ? { status: 'needs_person', reason: told(findings) }
    : { status: 'accepted', reason: null }
}

const SMALLEST_SIDE = 200

export const judgePicture = (bytes: Buffer, mediaType: MediaType): Verdict => {
  const frame = frameOf(bytes, mediaType)
  return frame && Math.min(frame.width, frame.height) >= SMALLEST_SIDE
    ? { status: 'needs_person', reason: 'It is a picture.' }
    : { status: 'rejected', reason: 'The picture is too small to read. Send a larger one, or the PDF.' }
}
