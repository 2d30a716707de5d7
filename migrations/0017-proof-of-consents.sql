-- How we know who said it. Null in older rows, and in rows that the release before this one still writes during a
-- deploy: line/record/proof.ts reads those from channel and purpose, because evidence is only ever added to.
alter table consents add column proof text
  check (proof in ('portal_session', 'operator_attestation', 'assistant_attestation', 'link_holder'));

-- Offered: it arrived before the application was complete, and nobody may act on it.
alter table consents add column state text not null default 'effective'
  check (state in ('offered', 'effective'));
