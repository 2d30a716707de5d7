-- Nearly every statement writes one row. It is counted without groups, by an update of each counter that is there.
-- Statements that change several rows, or whose row changes its owner, are counted as before.
create or replace function count_property_rows() returns trigger language plpgsql as $$
declare
  whose text;
  rehearsal boolean;
  went text;
  came text;
  entered date;
  alone boolean;
  counted_in integer;
begin
  if tg_op = 'INSERT' then
    select owner, sandbox, '', status, (updated_at at time zone 'UTC')::date, not exists (select from added offset 1)
    into whose, rehearsal, went, came, entered, alone
    from added;
  elsif tg_op = 'UPDATE' then
    select now.owner, now.sandbox, before.status, now.status, (now.updated_at at time zone 'UTC')::date,
      (now.owner, now.sandbox) = (before.owner, before.sandbox) and not exists (select from added offset 1)
    into whose, rehearsal, went, came, entered, alone
    from added as now, gone as before;
  else
    select false into alone from gone;
  end if;
  if alone is null or (alone and went = came) then
    return null;
  end if;
  if alone then
    counted_in := count_slot(rehearsal);
    update property_counts set
      needs_more_info = needs_more_info + (came = 'needs_more_info')::integer - (went = 'needs_more_info')::integer,
      pending_quotes = pending_quotes + (came = 'pending_quotes')::integer - (went = 'pending_quotes')::integer,
      quoted = quoted + (came = 'quoted')::integer - (went = 'quoted')::integer,
      quotes_published = quotes_published + (came = 'quotes_published')::integer - (went = 'quotes_published')::integer
    where owner = whose and slot = counted_in;
    if not found then
      insert into property_counts as kept
      values (
        whose,
        counted_in,
        (came = 'needs_more_info')::integer - (went = 'needs_more_info')::integer,
        (came = 'pending_quotes')::integer - (went = 'pending_quotes')::integer,
        (came = 'quoted')::integer - (went = 'quoted')::integer,
        (came = 'quotes_published')::integer - (went = 'quotes_published')::integer
      )
      on conflict (owner, slot) do update set
        needs_more_info = kept.needs_more_info + excluded.needs_more_info,
        pending_quotes = kept.pending_quotes + excluded.pending_quotes,
        quoted = kept.quoted + excluded.quoted,
        quotes_published = kept.quotes_published + excluded.quotes_published;
    end if;
    update property_days set
      needs_more_info = needs_more_info + (came = 'needs_more_info')::integer,
      pending_quotes = pending_quotes + (came = 'pending_quotes')::integer,
      quoted = quoted + (came = 'quoted')::integer,
      quotes_published = quotes_published + (came = 'quotes_published')::integer
    where owner = whose and day = entered and slot = counted_in;
    if not found then
      insert into property_days as kept
      values (
        whose,
        entered,
        counted_in,
        (came = 'needs_more_info')::integer,
        (came = 'pending_quotes')::integer,
        (came = 'quoted')::integer,
        (came = 'quotes_published')::integer
      )
      on conflict (owner, day, slot) do update set
        needs_more_info = kept.needs_more_info + excluded.needs_more_info,
        pending_quotes = kept.pending_quotes + excluded.pending_quotes,
        quoted = kept.quoted + excluded.quoted,
        quotes_published = kept.quotes_published + excluded.quotes_published;
    end if;
    return null;
  end if;
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
