import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import type { Carrier, HomeQuoteRequest } from '../carriers/carrier.ts'
import { modeOf } from '../carriers/registry.ts'
import { homeCarriers } from './home-carriers.ts'
import type { HomeownersIntakeRecord } from './intake.ts'
import { homeRisk, scoreAllowedIn } from './risk.ts'

/** One carrier asked about one home. */
export type Question = { carrier: Carrier; item: string; request: HomeQuoteRequest }

/** The same for the same question at every attempt, so that the far end sees one request. */
const requestId = (intake: HomeownersIntakeRecord, item: string, carrierId: string): string =>
  `req_${createHash('sha256')
    .update([intake.uid, intake.revision, item, carrierId].join('/'))
    .digest('base64url')
    .slice(0, 22)}`

const isoDate = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Every carrier that writes in the home's state, for every home. The day is that of the submission, however late a carrier is asked. */
export const questionsOf = (app: App, intake: HomeownersIntakeRecord): Question[] =>
  intake.application.homes.flatMap(home => {
    const { property_id: item, state } = home
    if (item === null || state === undefined) return []
    const risk = homeRisk(home, { insuranceScoreAllowed: intake.consentId !== null && scoreAllowedIn(state) })
    const today = isoDate(intake.submittedAt ?? intake.updatedAt)
    return homeCarriers(app)
      [modeOf(intake)].filter(({ homeownersStates }) => homeownersStates.includes(state))
      .map(carrier => ({
        carrier,
        item,
        request: { request_id: requestId(intake, item, carrier.id), today, risk },
      }))
  })
