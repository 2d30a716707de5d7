import { recordEvent } from '../../../src/agency/carriers/events/record.ts'
import type { App } from '../../../src/platform/app.ts'
import { noteAnswersLater } from '../../../src/products/line/offers/questions.ts'

/** A carrier that answers a quote later, and an event that it sent. */
export const aLateCarrier = async (app: App, uid: string): Promise<void> => {
  const request_id = `req_late_${uid}`
  await noteAnswersLater(
    app,
    { uid, revision: 99, submittedAt: app.clock.now(), updatedAt: app.clock.now() },
    { carrier: { id: 'a', kind: 'api' }, item: 'home', request: { request_id } },
    { kind: 'referred', reason: 'An underwriter looks at it.' },
  )
  await recordEvent(app, {
    carrier_id: 'a',
    event_id: `evt_${uid}`,
    type: 'policy.canceled',
    uid,
    request_id,
    outcome: 'taken',
    body: '{}',
  })
}
