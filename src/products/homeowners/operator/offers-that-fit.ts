type Ranked = { rank: number }

type Body<O extends Ranked> = { offers?: O[]; agent_instructions: string[] }

/** Leaves half a megabyte of the largest response for everything else. */
const MOST_BYTES = 1.5 * 2 ** 20

export const SOME_LEFT_OUT =
  'offers leaves out the lowest-ranked offers of each home, because all of them together are too large to send. Say that there are more, and give homeowner_quotes_request_login_url, where all of them can be compared and chosen.'

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const offersThatFit = <O extends Ranked>(offers: readonly O[], most: number): O[] => {
  let left = most
  const kept = new Set<O>()
  for (const offer of offers.toSorted((a, b) => a.rank - b.rank)) {
    left -= bytesOf(offer) + 1
    if (left < 0) break
    kept.add(offer)
  }
  return offers.filter(offer => kept.has(offer))
}

export const withOffersThatFit = <O extends Ranked, B extends Body<O>>(body: B, most = MOST_BYTES): B => {
  const { offers = [], agent_instructions: said } = body
  const fitting = offersThatFit(offers, most)
  if (fitting.length === offers.length) return body
  const told = said.includes(SOME_LEFT_OUT) ? said : [SOME_LEFT_OUT, ...said]
  return { ...body, offers: fitting, agent_instructions: told }
}

/** Only a homeowner has a page with all offers, so only then can some be left out. */
const isQuoted = (body: Record<string, unknown>): body is Record<string, unknown> & Required<Body<Ranked>> =>
  Array.isArray(body.offers) && body.homeowner_quotes_request_login_url !== undefined

/** `sizeOf` tells how many characters of an answer the reader gets. Null: there is nothing to leave out. */
export const shortenQuotes = (
  body: Record<string, unknown>,
  sizeOf: (body: Record<string, unknown>) => number,
  most: number,
): Record<string, unknown> | null => {
  if (!isQuoted(body)) return null
  const rest = sizeOf({ ...body, offers: [] }) + JSON.stringify(SOME_LEFT_OUT).length
  return withOffersThatFit(body, most - rest - 1)
}
