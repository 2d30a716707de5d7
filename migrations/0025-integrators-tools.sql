-- Further keys: what the operator calls them, what they may do, and whether they only reach the sandbox.
-- Null: a key without a name, with all scopes, for live requests.
alter table credentials
  add column name text,
  add column scopes text[],
  add column mode text check (mode = 'test');

-- What an operator noted about a request for itself: names and values, encrypted, and a MAC of each pair to find it by.
create table request_metadata (
  uid text primary key references intakes,
  owner text not null,
  content bytea not null,
  macs bytea[] not null
);
create index request_metadata_pair on request_metadata using gin (macs);

-- Lists of rehearsals alone.
create index property_rows_sandbox on property_rows (owner, row_id) where sandbox;
create index intakes_umbrella_sandbox on intakes (owner, uid) where line = 'umbrella' and sandbox;
create index changes_sandbox on changes (owner, seq) where sandbox;

-- Rehearsals are counted apart from live rows: in slots of their own, from 16 up.
lock table property_rows in share row exclusive mode;

create function count_slot(rehearsal boolean) returns integer language sql volatile as $$
  select pg_backend_pid() % 16 + case when rehearsal then 16 else 0 end
$$;

create function add_property_count(whose text, rehearsal boolean, bucket text, by bigint) returns void language sql as $$
  insert into property_counts as kept
  values (
    whose,
    count_slot(rehearsal),
    case bucket when 'needs_more_info' then by else 0 end,
    case bucket when 'pending_quotes' then by else 0 end,
    case bucket when 'quoted' then by else 0 end,
    case bucket when 'quotes_published' then by else 0 end
  )
  on conflict (owner, slot) do update set
    needs_more_info = kept.needs_more_info + excluded.needs_more_info,
    pending_quotes = kept.pending_quotes + excluded.pending_quotes,
    quoted = kept.quoted + excluded.quoted,
    quotes_published = kept.quotes_published + excluded.quotes_published
$$;

create or replace function count_property_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_property_count(owner, sandbox, status, count(*)) from added group by owner, sandbox, status;
  elsif tg_op = 'DELETE' then
    perform add_property_count(owner, sandbox, status, -count(*)) from gone group by owner, sandbox, status;
  else
    perform add_property_count(owner, sandbox, status, sum(by))
    from (
      select owner, sandbox, status, 1 as by from added union all select owner, sandbox, status, -1 from gone
    ) as moved
    group by owner, sandbox, status having sum(by) <> 0;
  end if;
  return null;
end $$;

create function add_property_day(whose text, rehearsal boolean, entered date, bucket text, by bigint)
returns void language sql as $$
  insert into property_days as kept
  values (
    whose,
    entered,
    count_slot(rehearsal),
    case bucket when 'needs_more_info' then by else 0 end,
    case bucket when 'pending_quotes' then by else 0 end,
    case bucket when 'quoted' then by else 0 end,
    case bucket when 'quotes_published' then by else 0 end
  )
  on conflict (owner, day, slot) do update set
    needs_more_info = kept.needs_more_info + excluded.needs_more_info,
    pending_quotes = kept.pending_quotes + excluded.pending_quotes,
    quoted = kept.quoted + excluded.quoted,
    quotes_published = kept.quotes_published + excluded.quotes_published
$$;

create or replace function note_property_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_property_day(owner, sandbox, (updated_at at time zone 'UTC')::date, status, count(*))
    from added group by owner, sandbox, (updated_at at time zone 'UTC')::date, status;
  else
    perform add_property_day(
      added.owner, added.sandbox, (added.updated_at at time zone 'UTC')::date, added.status, count(*)
    )
    from added join gone using (uid, home_index) where added.status <> gone.status
    group by added.owner, added.sandbox, (added.updated_at at time zone 'UTC')::date, added.status;
  end if;
  return null;
end $$;

-- The rehearsals so far move to a slot of theirs, out of whichever slots they were counted in. The history of days
-- before this stays as it was counted.
with rehearsals as (
  select
    owner,
    count(*) filter (where status = 'needs_more_info')::integer as needs_more_info,
    count(*) filter (where status = 'pending_quotes')::integer as pending_quotes,
    count(*) filter (where status = 'quoted')::integer as quoted,
    count(*) filter (where status = 'quotes_published')::integer as quotes_published
  from property_rows where sandbox group by owner
)
insert into property_counts as kept
select owner, 16, needs_more_info, pending_quotes, quoted, quotes_published from rehearsals
union all
select owner, 0, -needs_more_info, -pending_quotes, -quoted, -quotes_published from rehearsals
on conflict (owner, slot) do update set
  needs_more_info = kept.needs_more_info + excluded.needs_more_info,
  pending_quotes = kept.pending_quotes + excluded.pending_quotes,
  quoted = kept.quoted + excluded.quoted,
  quotes_published = kept.quotes_published + excluded.quotes_published;

-- Which calls an operator made in the last 30 days: no bodies. Rows lie in slots of five days, so that old ones are
-- dropped a slot at a time.
create table request_log (
  slot smallint not null,
  at timestamptz not null,
  request_id text not null,
  operator_uid text not null,
  credential_id text,
  method text not null,
  route text not null,
  status smallint not null,
  error text
) partition by list (slot);
create index request_log_newest on request_log (operator_uid, at, request_id);
create index request_log_request on request_log (request_id);

do $$
begin
  for slot in 0..7 loop
    execute format('create table request_log_%1$s partition of request_log for values in (%1$s)', slot);
  end loop;
end $$;
