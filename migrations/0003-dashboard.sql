-- What a mail is about, and the job that is told once the mail server has it.
alter table emails
  add column intake_uid text references intakes,
  add column purpose text,
  add column then_job text;
create index emails_intake on emails (intake_uid, purpose, created_at desc) where intake_uid is not null;

-- When the mail server took the mail with the link to the offers. Mails are purged, this stays.
alter table intakes add column offers_mailed_at timestamptz;

-- The coarse rows of the dashboard: one for each home, or one for an intake without any. Nothing personal.
create table property_rows (
  uid text not null references intakes,
  home_index integer not null,
  -- Newest first is by this; a row keeps it, so that pages neither repeat nor skip.
  row_id bigint generated always as identity unique,
  owner text not null,
  sandbox boolean not null,
  property_id text,
  status text not null check (status in ('needs_more_info', 'pending_quotes', 'quoted', 'quotes_published')),
  city text,
  state text,
  zip text,
  property_type text,
  home_ownership text,
  new_purchase boolean,
  email_known boolean not null,
  offers_published boolean not null,
  submitted_at timestamptz,
  updated_at timestamptz not null,
  inserted_at timestamptz not null,
  primary key (uid, home_index)
);
create index property_rows_newest on property_rows (owner, row_id);
create index property_rows_status on property_rows (owner, status, row_id);
create index property_rows_quoted on property_rows (owner, row_id) where status in ('quoted', 'quotes_published');
create index property_rows_property on property_rows (owner, property_id, row_id) where property_id is not null;

-- Rows by status, for each operator: the sum over its slots. A connection counts in a slot of its own, so that
-- calls of one operator seldom wait for each other; a transaction holds one slot, so that none can deadlock.
create table property_counts (
  owner text not null,
  slot smallint not null,
  needs_more_info integer not null,
  pending_quotes integer not null,
  quoted integer not null,
  quotes_published integer not null,
  primary key (owner, slot)
);

create function add_property_count(whose text, bucket text, by bigint) returns void language sql as $$
  insert into property_counts as kept
  values (
    whose,
    pg_backend_pid() % 16,
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

-- Once for each statement: a million rows at once are one change of the counters, not a million.
create function count_property_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_property_count(owner, status, count(*)) from added group by owner, status;
  elsif tg_op = 'DELETE' then
    perform add_property_count(owner, status, -count(*)) from gone group by owner, status;
  else
    perform add_property_count(owner, status, sum(by))
    from (select owner, status, 1 as by from added union all select owner, status, -1 from gone) as moved
    group by owner, status having sum(by) <> 0;
  end if;
  return null;
end $$;

create trigger property_rows_added after insert on property_rows
  referencing new table as added for each statement execute function count_property_rows();
create trigger property_rows_moved after update on property_rows
  referencing old table as gone new table as added for each statement execute function count_property_rows();
create trigger property_rows_gone after delete on property_rows
  referencing old table as gone for each statement execute function count_property_rows();

-- Links that are good once, for a short time. Only MACs: a stolen table opens nothing.
create table one_time_links (
  token bytea primary key,
  purpose text not null,
  subject text not null,
  data jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index one_time_links_expires on one_time_links (expires_at);
