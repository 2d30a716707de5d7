-- What a real carrier was asked, so that its answer can come later than the call.
create table carrier_questions (
  uid text not null references intakes,
  revision integer not null,
  item text not null,
  carrier_id text not null,
  request_id text not null,
  -- api: the carrier is asked by a call; desk: by staff.
  kind text not null,
  asked_at timestamptz not null,
  -- pending or referred, once the carrier said it answers later.
  later text,
  expected_by timestamptz,
  -- Sealed: the carrier's words about a referral.
  reason bytea,
  -- When silence becomes a decline.
  closes_at timestamptz not null,
  seal bytea,
  primary key (uid, revision, item, carrier_id)
);
create unique index carrier_questions_request on carrier_questions (request_id);

create function log_seal_of_carrier_questions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values (
      'carrier_questions', old.uid || '/' || old.revision || '/' || old.item || '/' || old.carrier_id, old.uid, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values (
      'carrier_questions', new.uid || '/' || new.revision || '/' || new.item || '/' || new.carrier_id, new.uid, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on carrier_questions
  for each row execute function log_seal_of_carrier_questions();
create trigger seal_renewed after update on carrier_questions
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_carrier_questions();

-- Set when offers were published while other carriers had not answered: a later publication takes only what is new.
alter table carrier_answers add column published_at timestamptz;

-- Null until the homeowner was told of the offer.
alter table offers add column announced_at timestamptz;

-- The carrier has the order and answers later.
alter table bind_orders add column expected_by timestamptz;

-- Events that carriers sent, once each.
create table carrier_events (
  carrier_id text not null,
  event_id text not null,
  type text not null,
  uid text not null references intakes,
  request_id text not null,
  received_at timestamptz not null,
  outcome text not null,
  -- Sealed.
  body bytea not null,
  seal bytea,
  primary key (carrier_id, event_id)
);
create index carrier_events_intake on carrier_events (uid);
create index carrier_events_newest on carrier_events (received_at);

create function log_seal_of_carrier_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values (
      'carrier_events', old.carrier_id || '/' || old.event_id, old.uid, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values (
      'carrier_events', new.carrier_id || '/' || new.event_id, new.uid, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on carrier_events
  for each row execute function log_seal_of_carrier_events();
create trigger seal_renewed after update on carrier_events
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_carrier_events();
