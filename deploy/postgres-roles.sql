-- Lets the service run as bindery_app, a role that cannot rewrite evidence. Run it as the owner of the tables, after
-- each `bindery migrate`:
--
--   DATABASE_URL=postgresql://owner@... bindery migrate
--   psql postgresql://owner@... -v ON_ERROR_STOP=1 -f deploy/postgres-roles.sql
--
-- If the owner may not create roles, have an administrator of the server run `create role bindery_app login` first.
-- Then give bindery_app a way to log in and start `serve` and `worker` with its DATABASE_URL. `bindery migrate` and
-- `bindery reseal` need the owner: they change tables, and sign evidence again under a new secret.
do $$
begin
  if not exists (select from pg_roles where rolname = 'bindery_app') then
    create role bindery_app login;
  end if;
exception
  when duplicate_object or unique_violation then null;
end $$;

grant usage on schema public, graphile_worker to bindery_app;
grant select, insert, update, delete on all tables in schema public, graphile_worker to bindery_app;
grant usage, select on all sequences in schema public, graphile_worker to bindery_app;
grant execute on all functions in schema public, graphile_worker to bindery_app;

-- Evidence: added to, never changed, never deleted. Erasing an application deletes its orders, offers, documents and
-- emails, and leaves these.
revoke update, delete on
  audit_entries, consents, consent_uses, consent_withdrawals, delivery_withdrawals, policies, policy_documents, policy_ends, policy_versions,
  desk_reads, ledger_lines, seal_log, seal_anchors
from bindery_app;
-- The log of seals is written by its triggers alone, which run as its owner.
revoke insert on seal_log from bindery_app;
revoke usage, update on sequence seal_log_seq_seq from bindery_app;
do $$
declare
  writes regprocedure;
begin
  for writes in
    select tgfoid from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'seal_written' and relnamespace = 'public'::regnamespace
  loop
    execute format('revoke execute on function %s from public, bindery_app', writes);
  end loop;
end $$;
-- These change, and no row of them ever goes.
revoke delete on
  binding_stops, credentials, disputes, installments, intakes, legal_holds, lender_links, operators, payments, policy_renewals,
  policy_requests,
  refunds, shoppers,
  staff_acts, staff_members, staff_recovery_codes, staff_second_factors, trust_months, trust_receipts
from bindery_app;
revoke insert, update, delete on migrations from bindery_app;

-- Calls older than 30 days are dropped a slot at a time.
do $$
begin
  for slot in 0..7 loop
    execute format('grant truncate on request_log_%s to bindery_app', slot);
  end loop;
end $$;

-- The job library hides its tables from every role but their owner.
do $$
declare
  hidden regclass;
begin
  for hidden in
    select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
  loop
    execute format('drop policy if exists bindery_app on %s', hidden);
    execute format('create policy bindery_app on %s to bindery_app using (true) with check (true)', hidden);
  end loop;
end $$;
