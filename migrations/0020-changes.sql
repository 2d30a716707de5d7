-- Shown on the dashboard beside the status. Coarse, like the rest of the row.
alter table property_rows
  add column detail_status text,
  add column waiting_on text;
update property_rows set
  detail_status = case when intakes.status in ('selected', 'bound', 'withdrawn', 'expired') then intakes.status end,
  waiting_on = case
    when intakes.status = 'needs_more_info' then 'operator'
    when intakes.status = 'pending_quotes' then 'carrier'
    when intakes.status in ('quoted', 'selected') then 'homeowner'
    else 'nobody'
  end
from intakes where intakes.uid = property_rows.uid;

-- The dashboard of umbrella purchases: newest first, and how many stand where.
create index intakes_umbrella_newest on intakes (owner, uid) where line = 'umbrella';
create index intakes_umbrella_status on intakes (owner, status) where line = 'umbrella';

-- The last number given to a change, for each operator.
create table change_counters (
  owner text primary key,
  last bigint not null
);

-- What changed in an operator's requests. Nothing personal.
create table changes (
  change_id bigint generated always as identity primary key,
  owner text not null,
  -- Given at the end of the transaction.
  seq bigint,
  at timestamptz not null,
  line text not null,
  uid text not null references intakes,
  property_id text,
  status text not null,
  detail_status text,
  waiting_on text not null,
  sandbox boolean not null
);
create unique index changes_feed on changes (owner, seq);
create index changes_intake on changes (uid, change_id);
create index changes_at on changes (at);

create function number_change() returns trigger language plpgsql as $$
declare
  given bigint;
begin
  -- Only what a transaction leaves behind is a change: the last row without a number, if it differs from the last with one.
  if exists (
    select from changes where uid = new.uid and property_id is not distinct from new.property_id
      and change_id > new.change_id and seq is null
  ) or (new.status, new.detail_status, new.waiting_on) is not distinct from (
    select (status, detail_status, waiting_on) from changes
    where uid = new.uid and property_id is not distinct from new.property_id and seq is not null
    order by change_id desc limit 1
  ) then
    delete from changes where change_id = new.change_id;
    return null;
  end if;
  insert into change_counters as counter values (new.owner, 1)
  on conflict (owner) do update set last = counter.last + 1
  returning last into given;
  update changes set seq = given where change_id = new.change_id;
  return null;
end $$;

-- A reader that has seen a number never misses a lower one: the lock on the counter is held until the commit, so numbers
-- appear in their order. It is the last lock that a transaction takes, so no two wait for each other.
create constraint trigger changes_numbered after insert on changes
  deferrable initially deferred for each row execute function number_change();
