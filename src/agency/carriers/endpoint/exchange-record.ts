import type { App } from '../../../platform/app.ts'
import { timeOrderedId } from '../../../platform/lib/random.ts'
import { carrierExchanges, type ExchangeRow, emptyExchange, findLastExchange, saveExchange } from './store.ts'

type Begun = Pick<ExchangeRow, 'carrier_id' | 'request_id' | 'attempt'> & { request: string }
type Ended = Pick<ExchangeRow, 'outcome' | 'http_status' | 'took_ms'> & { response: string | null }

export type Recorder = (begun: Begun) => Promise<(ended: Ended) => Promise<void>>

type Part = 'request' | 'response'

export const emptyExchangeOf = (app: App, exchange_id: string): Promise<void> =>
  emptyExchange(
    app.db,
    exchange_id,
    app.sealer.seal(carrierExchanges.context('request', { exchange_id }), ''),
  )

export type LastAnswer = Pick<ExchangeRow, 'outcome' | 'http_status'> & { text: string | null }

export const lastAnswerTo = async (app: App, request_id: string): Promise<LastAnswer | null> => {
  const row = await findLastExchange(app.db, request_id)
  if (!row) return null
  const { exchange_id, outcome, http_status, response } = row
  return {
    outcome,
    http_status,
    text: response && app.sealer.open(carrierExchanges.context('response', { exchange_id }), response),
  }
}

export const exchangeRecorder =
  (app: App): Recorder =>
  async ({ request, ...facts }) => {
    const sent_at = app.clock.now()
    const exchange_id = timeOrderedId(app.random, 'exc', sent_at)
    const sealed = (part: Part, text: string) =>
      app.sealer.seal(carrierExchanges.context(part, { exchange_id }), text)
    const begun = { ...facts, exchange_id, sent_at, request: sealed('request', request) }
    const save = (row: Pick<ExchangeRow, 'outcome' | 'http_status' | 'took_ms' | 'response'>) =>
      saveExchange(app.db, { ...begun, ...row }).catch((error: unknown) =>
        app.log.warn({ carrier_id: facts.carrier_id, err: error }, 'carrier exchange not recorded'),
      )
    await save({ outcome: 'sent', http_status: null, took_ms: null, response: null })
    return ({ response, ...ended }) =>
      save({ ...ended, response: response === null ? null : sealed('response', response) })
  }
