-- What carriers and the payment provider sent by themselves, for staff to look at. Nothing here is believed: what an
-- event changed is written where it was taken.
create table inbound_events (
  inbound_id text primary key,
  -- carrier:ID or stripe.
  source text not null,
  -- The sender's own id. Of what had no valid signature: the day, so that strangers can't fill the table.
  event_id text not null,
  type text not null,
  outcome text not null check (outcome in ('taken', 'refused', 'ignored', 'failed', 'unsigned')),
  reason text,
  uid text,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Sealed: what was sent. Only of one that failed, so that it can be tried again.
  body bytea,
  closed_at timestamptz,
  unique (source, event_id)
);
create index inbound_events_newest on inbound_events (last_at);
create index inbound_events_failed on inbound_events (source, last_at) where outcome = 'failed' and closed_at is null;
create index inbound_events_intake on inbound_events (uid) where uid is not null;

-- For staff who lost their authenticator app. Each code works once.
create table staff_recovery_codes (
  code_id text primary key,
  factor_id text not null references staff_second_factors,
  -- SHA-256. The code has 80 random bits.
  code bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  seal bytea
);
create index staff_recovery_codes_factor on staff_recovery_codes (factor_id);

create function log_seal_of_staff_recovery_codes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, seal, deleted) values ('staff_recovery_codes', old.code_id, null, true);
  else
    insert into seal_log (table_name, row_key, seal, deleted) values ('staff_recovery_codes', new.code_id, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on staff_recovery_codes
  for each row execute function log_seal_of_staff_recovery_codes();
create trigger seal_renewed after update on staff_recovery_codes
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_staff_recovery_codes();
