-- Lets the service run as a role that cannot rewrite evidence: bindery_app, or bindery_app_NAME for DATABASE_SCHEMA=NAME.
-- Run it as the owner of the tables, after each `bindery migrate`:
--
--   DATABASE_URL=postgresql://owner@... bindery migrate
--   psql postgresql://owner@... -v ON_ERROR_STOP=1 -f deploy/postgres-roles.sql
--
-- For a schema of your own, put PGOPTIONS='-c search_path=NAME' before psql.
--
-- If the owner may not create roles, have an administrator of the server run `create role bindery_app login` first.
-- Then give the role a way to log in and start `serve` and `worker` with its DATABASE_URL. `bindery migrate` and
-- `bindery reseal` need the owner: they change tables, and sign evidence again under a new secret.
do $$
declare
  is_named boolean := to_regclass('applied_migrations') is not null;
  ours text := current_schema();
  queue text := case when is_named then ours else 'graphile_worker' end;
  service text := case when is_named then 'bindery_app_' || ours else 'bindery_app' end;
  writes regprocedure;
  hidden regclass;
begin
  begin
    if not exists (select from pg_roles where rolname = service) then
      execute format('create role %I login', service);
    end if;
  exception
    when duplicate_object or unique_violation then null;
  end;

  execute format('grant usage on schema %I, %I to %I', ours, queue, service);
  execute format('grant select, insert, update, delete on all tables in schema %I, %I to %I', ours, queue, service);
  execute format('grant usage, select on all sequences in schema %I, %I to %I', ours, queue, service);
  execute format('grant execute on all functions in schema %I, %I to %I', ours, queue, service);

  -- Evidence: added to, never changed, never deleted. Erasing an application deletes its orders, offers, documents and
  -- emails, and leaves these.
  execute format('revoke update, delete on
    audit_entries, consents, consent_uses, consent_withdrawals, delivery_withdrawals, policies, policy_documents, policy_ends, policy_versions,
    desk_reads, ledger_lines, seal_log, seal_anchors
  from %I', service);
  -- The log of seals is written by its triggers alone, which run as its owner.
  execute format('revoke insert on seal_log from %I', service);
  execute format('revoke usage, update on sequence seal_log_seq_seq from %I', service);
  for writes in
    select tgfoid from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'seal_written' and relnamespace = to_regnamespace(ours)
  loop
    execute format('revoke execute on function %s from public, %I', writes, service);
  end loop;
  -- These change, and no row of them ever goes.
  execute format('revoke delete on
    binding_stops, credentials, disputes, installments, intakes, legal_holds, lender_links, operators, payments, policy_renewals,
    policy_requests,
    refunds, shoppers,
    staff_acts, staff_members, staff_recovery_codes, staff_second_factors, trust_months, trust_receipts
  from %I', service);
  execute format(
    'revoke insert, update, delete on %I from %I', case when is_named then 'applied_migrations' else 'migrations' end, service
  );

  -- Calls older than 30 days are dropped a slot at a time.
  for slot in 0..7 loop
    execute format('grant truncate on request_log_%s to %I', slot, service);
  end loop;

  -- The job library hides its tables from every role but their owner.
  for hidden in
    select oid from pg_class where relnamespace = to_regnamespace(queue) and relrowsecurity
  loop
    execute format('drop policy if exists bindery_app on %s', hidden);
    execute format('create policy bindery_app on %s to %I using (true) with check (true)', hidden, service);
  end loop;
end $$;
