-- Sealed bytes do not compress, so PostgreSQL need not try.
alter table intakes alter column application set storage external;
alter table replays alter column body set storage external;

-- The two indexes of 0033 took its place.
drop index intakes_to_erase;

-- One trigger counts where two did, in one statement for each table, and only if a row came into another status.
-- Counters come before days, as before: whoever writes a day holds the same slot of property_counts.
create or replace function count_property_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from added join gone using (uid, home_index)
      where (added.owner, added.sandbox, added.status) is distinct from (gone.owner, gone.sandbox, gone.status)
    ) then
      return null;
    end if;
    insert into property_counts as kept
    select
      owner,
      count_slot(sandbox),
      coalesce(sum(by) filter (where status = 'needs_more_info'), 0),
      coalesce(sum(by) filter (where status = 'pending_quotes'), 0),
      coalesce(sum(by) filter (where status = 'quoted'), 0),
      coalesce(sum(by) filter (where status = 'quotes_published'), 0)
    from (
      select owner, sandbox, status, 1 as by from added union all select owner, sandbox, status, -1 from gone
    ) as moved
    group by owner, sandbox
    on conflict (owner, slot) do update set
      needs_more_info = kept.needs_more_info + excluded.needs_more_info,
      pending_quotes = kept.pending_quotes + excluded.pending_quotes,
      quoted = kept.quoted + excluded.quoted,
      quotes_published = kept.quotes_published + excluded.quotes_published;
    insert into property_days as kept
    select
      added.owner,
      (added.updated_at at time zone 'UTC')::date,
      count_slot(added.sandbox),
      count(*) filter (where added.status = 'needs_more_info'),
      count(*) filter (where added.status = 'pending_quotes'),
      count(*) filter (where added.status = 'quoted'),
      count(*) filter (where added.status = 'quotes_published')
    from added join gone using (uid, home_index)
    where added.status <> gone.status
    group by added.owner, added.sandbox, (added.updated_at at time zone 'UTC')::date
    on conflict (owner, day, slot) do update set
      needs_more_info = kept.needs_more_info + excluded.needs_more_info,
      pending_quotes = kept.pending_quotes + excluded.pending_quotes,
      quoted = kept.quoted + excluded.quoted,
      quotes_published = kept.quotes_published + excluded.quotes_published;
  elsif tg_op = 'INSERT' then
    insert into property_counts as kept
    select
      owner,
      count_slot(sandbox),
      count(*) filter (where status = 'needs_more_info'),
      count(*) filter (where status = 'pending_quotes'),
      count(*) filter (where status = 'quoted'),
      count(*) filter (where status = 'quotes_published')
    from added group by owner, sandbox
    on conflict (owner, slot) do update set
      needs_more_info = kept.needs_more_info + excluded.needs_more_info,
      pending_quotes = kept.pending_quotes + excluded.pending_quotes,
      quoted = kept.quoted + excluded.quoted,
      quotes_published = kept.quotes_published + excluded.quotes_published;
    insert into property_days as kept
    select
      owner,
      (updated_at at time zone 'UTC')::date,
      count_slot(sandbox),
      count(*) filter (where status = 'needs_more_info'),
      count(*) filter (where status = 'pending_quotes'),
      count(*) filter (where status = 'quoted'),
      count(*) filter (where status = 'quotes_published')
    from added group by owner, sandbox, (updated_at at time zone 'UTC')::date
    on conflict (owner, day, slot) do update set
      needs_more_info = kept.needs_more_info + excluded.needs_more_info,
      pending_quotes = kept.pending_quotes + excluded.pending_quotes,
      quoted = kept.quoted + excluded.quoted,
      quotes_published = kept.quotes_published + excluded.quotes_published;
  else
    insert into property_counts as kept
    select
      owner,
      count_slot(sandbox),
      -count(*) filter (where status = 'needs_more_info'),
      -count(*) filter (where status = 'pending_quotes'),
      -count(*) filter (where status = 'quoted'),
      -count(*) filter (where status = 'quotes_published')
    from gone group by owner, sandbox
    on conflict (owner, slot) do update set
      needs_more_info = kept.needs_more_info + excluded.needs_more_info,
      pending_quotes = kept.pending_quotes + excluded.pending_quotes,
      quoted = kept.quoted + excluded.quoted,
      quotes_published = kept.quotes_published + excluded.quotes_published;
  end if;
  return null;
end $$;
drop trigger property_rows_added_day on property_rows;
drop trigger property_rows_moved_day on property_rows;

-- The service numbers a change itself, in the last statement before the commit. This remains for the release before.
drop trigger changes_numbered on changes;
create constraint trigger changes_numbered after insert on changes
  deferrable initially deferred for each row when (new.seq is null) execute function number_change();

-- The library plans its statements anew for each job, because of the array it gets.
create function queue_job(task text, payload json, attempts integer) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  perform graphile_worker.add_job(task, payload, max_attempts => attempts);
end $$;
