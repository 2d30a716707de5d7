-- What the insured, their assistant, the operator or staff ask for after a policy is issued. Nothing changes on the
-- policy until its carrier has agreed, and staff say so here.
create table policy_requests (
  request_id text primary key,
  policy_id text not null references policies,
  uid text not null references intakes,
  kind text not null check (kind in ('cancellation', 'lender', 'mailing_address', 'coverage', 'named_insured', 'documents')),
  -- YYYY-MM-DD: from when, where the property is.
  wanted_on text,
  -- Sealed.
  details bytea not null,
  asked_by text not null check (asked_by in ('insured', 'assistant', 'operator', 'staff')),
  actor text not null,
  asked_at timestamptz not null,
  status text not null check (status in ('open', 'with_carrier', 'done', 'declined')),
  -- Sealed: what the person is told.
  answer bytea,
  answered_by text,
  answered_at timestamptz,
  seal bytea,
  check (kind <> 'cancellation' or wanted_on is not null),
  check ((status in ('done', 'declined')) = (answer is not null))
);
create index policy_requests_uid on policy_requests (uid);
create index policy_requests_open on policy_requests (asked_at, request_id) where status in ('open', 'with_carrier');

create function log_seal_of_policy_requests() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('policy_requests', old.request_id, null, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('policy_requests', new.request_id, null, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on policy_requests
  for each row execute function log_seal_of_policy_requests();
create trigger seal_renewed after update on policy_requests
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_policy_requests();
