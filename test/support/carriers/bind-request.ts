import type { BindRequest } from '../../../src/agency/carriers/contract/bind.ts'

/** An order for an ordinary home, with whatever is given in place of it. */
export const bindRequest = (changed: Partial<BindRequest> = {}): BindRequest => ({
  request_id: 'ord_test',
  today: '2026-01-01',
  quote_number: 'FAR-1',
  annual_price: 1480,
  effective_date: '2026-02-01',
  insured: {
    full_name: 'Ada Homeowner',
    email: 'ada@example.com',
    birthday: '1980-04-12',
    address: { street: '1 Elm Street', city: 'Springfield', state: 'IL', zip: '62704' },
  },
  signature: {
    kind: 'person',
    signed_name: 'Ada Homeowner',
    signed_at: '2026-01-01T12:00:00.000Z',
    proof: 'portal_session',
    statement_version: '2026-11-01',
  },
  ...changed,
})
