-- How a policy ended before its time, as staff or its carrier told. Only added to: the last row that is not `noticed`
-- counts.
create table policy_ends (
  end_id text primary key,
  policy_id text not null references policies,
  uid text not null references intakes,
  -- 1, 2, 3: the order of the rows of a policy.
  number integer not null,
  -- ended: from `ended_on` on there is no coverage. noticed: the carrier canceled it and gave no day, so staff find out.
  -- kept: the cancellation was taken back.
  kind text not null check (kind in ('ended', 'noticed', 'kept')),
  -- YYYY-MM-DD: coverage ends at 12:01 a.m. on this day, where the property is.
  ended_on text,
  -- Who canceled it.
  end_reason text check (end_reason in ('insured', 'carrier')),
  recorded_by text not null,
  recorded_at timestamptz not null,
  seal bytea,
  unique (policy_id, number),
  check ((kind = 'ended') = (ended_on is not null and end_reason is not null))
);
create index policy_ends_uid on policy_ends (uid);
create index policy_ends_noticed on policy_ends (recorded_at, end_id) where kind = 'noticed';

create function log_seal_of_policy_ends() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('policy_ends', old.end_id, null, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('policy_ends', new.end_id, null, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on policy_ends
  for each row execute function log_seal_of_policy_ends();
create trigger seal_renewed after update on policy_ends
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_policy_ends();
