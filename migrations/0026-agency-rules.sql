-- Not beside an earlier release: it writes rows without seals.
-- What an operator may do. Null: approved, as every operator was before there was approval, and as one is that the
-- release before this one still registers during a deploy.
alter table operators
  add column standing text check (standing in ('waiting', 'approved', 'suspended', 'revoked')),
  add column standing_at timestamptz,
  add column standing_by text;
create index operators_waiting on operators (created_at) where standing = 'waiting';

-- What staff decided about an operator, a binding stop or a record. Rows are only ever added.
create table staff_acts (
  act_id text primary key,
  about text not null,
  act text not null,
  actor text not null,
  -- Sealed: why, in the staff member's words.
  note bytea,
  at timestamptz not null
);
create index staff_acts_about on staff_acts (about, act_id);

-- Where, for whom and how long nothing is sold. A null says "all of them".
create table binding_stops (
  stop_id text primary key,
  carrier_id text,
  line text,
  state text,
  zips text[],
  -- How the list of ZIP codes came about, such as a circle. For staff.
  area text,
  -- Told to people.
  reason text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  lifted_at timestamptz,
  lifted_by text,
  check (ends_at is null or ends_at > starts_at)
);
create index binding_stops_open on binding_stops (starts_at) where lifted_at is null;

-- When the order first went to the carrier. From then on its policy may exist, so a stop no longer holds it back.
alter table bind_orders add column sent_at timestamptz;

-- A record that must not be erased, whatever its age and whoever asks.
create table legal_holds (
  hold_id text primary key,
  uid text not null references intakes,
  placed_at timestamptz not null,
  placed_by text not null,
  lifted_at timestamptz,
  lifted_by text
);
create unique index legal_holds_one on legal_holds (uid) where lifted_at is null;

do $$
declare
  sealed record;
begin
  for sealed in
    select * from (values
      ('staff_acts', '%1$s.act_id'),
      ('binding_stops', '%1$s.stop_id'),
      ('legal_holds', '%1$s.hold_id')
    ) as listed (name, key)
  loop
    execute format('alter table %I add column seal bytea', sealed.name);
    execute format(
      'create function %I() returns trigger language plpgsql as $body$
       begin
         if tg_op = ''DELETE'' then
           insert into seal_log (table_name, row_key, seal, deleted) values (%L, %s, null, true);
         else
           insert into seal_log (table_name, row_key, seal, deleted) values (%L, %s, new.seal, false);
         end if;
         return null;
       end $body$',
      'log_seal_of_' || sealed.name,
      sealed.name, format(sealed.key, 'old'),
      sealed.name, format(sealed.key, 'new')
    );
    execute format(
      'create trigger seal_written after insert or delete on %I for each row execute function %I()',
      sealed.name, 'log_seal_of_' || sealed.name
    );
    execute format(
      'create trigger seal_renewed after update on %I for each row when (old.seal is distinct from new.seal) execute function %I()',
      sealed.name, 'log_seal_of_' || sealed.name
    );
  end loop;
end $$;
