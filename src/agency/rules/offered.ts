import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Language } from '../../platform/language/language.ts'
import { lazily } from '../../platform/lib/lazily.ts'
import { projectFile } from '../../platform/project-file.ts'

type Said = Readonly<Record<Language, string>>

/** One line that the person answers by itself before they sign. It claims nothing about the law of a state. */
export type OfferedCoverage = { code: string; title: Said; words: Said }

type Entry = OfferedCoverage & { line: string; states?: readonly string[] }

const offers = lazily(
  () => JSON.parse(readFileSync(projectFile('data/rules/offered.json'), 'utf8')) as readonly Entry[],
)

type Place = { line: string; state: string }

/** Each once, however many homes are bought together. */
export const offeredBefore = (places: readonly Place[]): OfferedCoverage[] =>
  offers().filter(({ line, states }) =>
    places.some(place => place.line === line && (states === undefined || states.includes(place.state))),
  )

export const offerAnswers = ['yes', 'no'] as const
export type OfferAnswers = Readonly<Record<string, string | undefined>>

export const isAnswered = (answer: string | undefined): boolean => offerAnswers.some(one => one === answer)

const ANSWERS: Readonly<Record<string, Said>> = {
  yes: { en: 'Yes, contact me about it', es: 'Sí, contáctenme sobre ella' },
  no: { en: 'No, I don’t want it', es: 'No, no la quiero' },
}

export const answerWordsIn = (answer: string, language: Language): string => ANSWERS[answer]?.[language] ?? ''

export const wantedOf = (offered: readonly OfferedCoverage[], answers: OfferAnswers): string[] =>
  offered.flatMap(({ code, title }) => (answers[code] === 'yes' ? [title.en] : []))

/** The evidence of what was offered and answered, in the words that were read. Its version is a hash of them. */
export const offersAnswered = (
  offered: readonly OfferedCoverage[],
  answers: OfferAnswers,
  language: Language,
) => {
  const words = offered
    .flatMap(({ code, title, words: said }) => {
      const answer = answers[code]
      return answer === undefined || !isAnswered(answer)
        ? []
        : [`${title[language]}: ${said[language]} ${answerWordsIn(answer, language)}.`]
    })
    .join('\n\n')
  const version = createHash('sha256').update(words).digest('hex').slice(0, 16)
  return { purpose: 'offered_coverages', version, words }
}
