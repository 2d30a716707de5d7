import { takeHint } from '../../agency/payments/stripe/webhook.ts'
import { job } from '../../platform/app.ts'
import { inboundBody, RETRY_INBOUND, STRIPE } from '../../platform/audit/inbound.ts'
import { findInbound } from '../../platform/audit/inbound-store.ts'
import { carrierIn, receive } from './receive.ts'

export const retryInbound = job<{ inbound_id: string }>({
  name: RETRY_INBOUND,
  lane: 'carriers',
  async run(app, { inbound_id }) {
    const row = await findInbound(app.db, inbound_id)
    const body = row?.outcome === 'failed' ? inboundBody(app, row) : null
    if (!row || body === null) return
    const { source, event_id } = row
    try {
      if (source === STRIPE) await takeHint(app, JSON.parse(body), body)
      else await receive(app, { carrier_id: carrierIn(source), event_id, body })
    } catch (error) {
      app.log.warn({ inbound_id, err: error }, 'inbound event failed again')
    }
  },
})
