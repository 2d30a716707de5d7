-- How many rows came into each status on each day (UTC), for each operator: the sum over its slots, as in
-- property_counts. Whoever writes here holds the same slot of property_counts, so that none can deadlock.
create table property_days (
  owner text not null,
  day date not null,
  slot smallint not null,
  needs_more_info integer not null,
  pending_quotes integer not null,
  quoted integer not null,
  quotes_published integer not null,
  primary key (owner, day, slot)
);
create index property_days_day on property_days (day);

create function add_property_day(whose text, entered date, bucket text, by bigint) returns void language sql as $$
  insert into property_days as kept
  values (
    whose,
    entered,
    pg_backend_pid() % 16,
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

create function note_property_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_property_day(owner, (updated_at at time zone 'UTC')::date, status, count(*))
    from added group by owner, (updated_at at time zone 'UTC')::date, status;
  else
    perform add_property_day(added.owner, (added.updated_at at time zone 'UTC')::date, added.status, count(*))
    from added join gone using (uid, home_index) where added.status <> gone.status
    group by added.owner, (added.updated_at at time zone 'UTC')::date, added.status;
  end if;
  return null;
end $$;

-- By their names these run after those that count, which take the slot.
create trigger property_rows_added_day after insert on property_rows
  referencing new table as added for each statement execute function note_property_days();
create trigger property_rows_moved_day after update on property_rows
  referencing old table as gone new table as added for each statement execute function note_property_days();

-- What can still be told of the days before this.
insert into property_days
select
  owner,
  (at at time zone 'UTC')::date,
  0,
  count(*) filter (where status = 'needs_more_info'),
  count(*) filter (where status = 'pending_quotes'),
  count(*) filter (where status = 'quoted'),
  count(*) filter (where status = 'quotes_published')
from (
  select owner, 'needs_more_info' as status, inserted_at as at from property_rows
  union all
  select owner, 'pending_quotes', submitted_at from property_rows where submitted_at is not null
  union all
  select owner, 'quoted', entry.at from property_rows join audit_entries entry using (uid)
  where entry.event = 'offers_arrived'
  union all
  select owner, 'quotes_published', offers_mailed_at from property_rows join intakes using (uid, owner)
  where offers_mailed_at is not null
) as entered
group by 1, 2;
