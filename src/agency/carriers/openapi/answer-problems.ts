import type { TObject } from 'typebox'
import { inputChecker } from '../../../platform/http/schemas.ts'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import { lazily } from '../../../platform/lib/lazily.ts'
import { type LineName, lineNames } from '../../../platform/lines.ts'
import { problemWords } from '../../../platform/problem-catalog.ts'
import { bindAnswerSchemas } from '../contract/bind.ts'
import { laterSchemas } from '../contract/parse-later.ts'
import { contracted } from './lines.ts'
import { echoed, offersOf } from './parts.ts'

const { Pending, Referred } = laterSchemas
const { Bound, InfoRequested, Blocked, PriceChanged } = bindAnswerSchemas

type Quoted = Record<'Offer' | 'Refusal', TObject>

const checkersOf = ({ Offer, Refusal }: Quoted) =>
  new Map(
    Object.entries({
      offer: echoed(Offer),
      offers: offersOf(Offer),
      decline: echoed(Refusal),
      pending: echoed(Pending),
      referred: echoed(Referred),
      bound: echoed(Bound),
      blocked: echoed(Blocked),
      info_requested: echoed(InfoRequested),
      price_changed: echoed(PriceChanged),
    }).map(([kind, schema]) => [kind, lazily(() => inputChecker(schema))] as const),
  )

const CHECKERS = recordOf(lineNames, line => checkersOf(contracted[line].answers))

/** What the contract does not allow in an answer, with its path. Never repeats its values. */
export const carrierAnswerProblems = (answer: Record<string, unknown>, line: LineName): string[] => {
  const problemsOf = CHECKERS[line].get(String(answer.kind))
  if (problemsOf === undefined) return ['kind is not one of the contract']
  return problemsOf()(answer).map(problem => `${problem.path} ${problemWords(problem)}`)
}
