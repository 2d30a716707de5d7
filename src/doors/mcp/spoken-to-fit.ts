import { SOME_LEFT_OUT, withOffersThatFit } from '../../products/homeowners/operator/offers-that-fit.ts'
import type { HomeownersQuotesResponse } from '../../products/homeowners/operator/quotes-response.ts'
import type { ToolAnswer } from './call-tool.ts'
import type { ToolWords } from './tool-words.ts'

type Said = ToolAnswer['body']

type Quoted = Said & Pick<HomeownersQuotesResponse, 'offers' | 'agent_instructions'>

/** Only a homeowner has a page with all offers, so only then can some be left out. */
const isQuoted = (said: Said): said is Quoted =>
  Array.isArray(said.offers) && said.homeowner_quotes_request_login_url !== undefined

const written = (body: Said) => ({ body, text: JSON.stringify(body) })

export const spokenToFit = (words: Pick<ToolWords, 'spoken'>, said: Said, mostCharacters: number) => {
  const whole = written(words.spoken(said))
  if (whole.text.length <= mostCharacters || !isQuoted(said)) return whole
  const rest =
    written(words.spoken({ ...said, offers: [] })).text.length + JSON.stringify(SOME_LEFT_OUT).length
  return written(words.spoken(withOffersThatFit(said, mostCharacters - rest - 1)))
}
