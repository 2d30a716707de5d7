import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import type { NextPeriod, PropertyEvidence } from '../evidence.ts'
import type { PdfPage } from '../pdf-page.ts'

export const droppedWords = (dropped: readonly string[]): string[] =>
  dropped.map(label => `Not part of the renewed policy: ${label}. The policy was issued with it.`)

const NOT_CERTIFIED =
  'Not all limits of that period are on record with the agency. This document does not certify them. Ask the agency or the insurance company for evidence of them.'

const periodWords = (
  { carrier, policy_number: number }: PropertyEvidence,
  { effective_date, expiration_date, annual_price, policy_number }: NextPeriod,
): string[] => [
  `${carrier.name} has renewed this policy from ${dayWords(effective_date)} to ${dayWords(expiration_date)}, 12:01 a.m., for ${usd(annual_price)} for the year, with fees and taxes.`,
  ...(policy_number === number ? [] : [`From that day its policy number is ${policy_number}.`]),
]

type Print = (title: string, rows: PropertyEvidence['coverages'], unit: string) => void

export const printNextPeriod = (page: PdfPage, evidence: PropertyEvidence, print: Print): void => {
  const { next_period: next } = evidence
  if (!next) return
  const from = dayWords(next.effective_date)
  page.heading(`Next period, from ${from}`)
  for (const line of periodWords(evidence, next)) page.paragraph(line)
  if (!next.coverages || !next.deductibles) {
    page.paragraph(NOT_CERTIFIED)
    return
  }
  for (const line of droppedWords(next.dropped ?? [])) page.paragraph(line)
  print(`Coverages from ${from}`, next.coverages, 'Limit')
  print(`Deductibles from ${from}`, next.deductibles, 'Amount')
}
