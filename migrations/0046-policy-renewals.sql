-- What becomes of a policy when its period ends. One row for each period that comes to its end.
create table policy_renewals (
  renewal_id text primary key,
  policy_id text not null references policies,
  uid text not null references intakes,
  -- YYYY-MM-DD: without a renewal, coverage ends at 12:01 a.m. on this day.
  due_on text not null,
  -- due: the carrier has offered nothing yet. offered: see the price and the period. renewed: the carrier said so.
  -- not_renewed: coverage ends on `due_on`.
  status text not null check (status in ('due', 'offered', 'renewed', 'not_renewed')),
  -- YYYY-MM-DD: when the offered period ends, and the last day on which the offer can be accepted.
  period_to text,
  valid_until text,
  annual_price integer,
  -- Sealed: the carrier's reasons for the price, and what the insured was told at the end.
  words bytea not null,
  opened_at timestamptz not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  seal bytea,
  unique (policy_id, due_on),
  check (status not in ('offered', 'renewed') or (period_to > due_on and annual_price > 0))
);
create index policy_renewals_uid on policy_renewals (uid);
create index policy_renewals_open on policy_renewals (due_on, renewal_id) where status in ('due', 'offered');
create index policy_renewals_period_to on policy_renewals (period_to) where status = 'renewed';

create function log_seal_of_policy_renewals() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('policy_renewals', old.renewal_id, null, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('policy_renewals', new.renewal_id, null, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on policy_renewals
  for each row execute function log_seal_of_policy_renewals();
create trigger seal_renewed after update on policy_renewals
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_policy_renewals();

-- Accepting a renewal offer is a request like the others.
alter table policy_requests drop constraint policy_requests_kind_check;
alter table policy_requests add constraint policy_requests_kind_check
  check (kind in ('cancellation', 'lender', 'mailing_address', 'coverage', 'named_insured', 'documents', 'renewal'));
