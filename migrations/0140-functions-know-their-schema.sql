-- A function finds the tables of its own schema whoever calls it: a restore, another schema's session, or a trigger on
-- another node. Those that log seals had this already.
do $$
declare
  ours regprocedure;
begin
  for ours in
    select oid from pg_proc
    where pronamespace = to_regnamespace(current_schema()) and proconfig is null and proname = any (array[
      'add_property_count', 'add_property_day', 'check_ledger_balance', 'count_property_rows', 'count_slot',
      'keep_ledger', 'must_be_one', 'note_property_days', 'queue_job', 'refuse_change_of_version', 'refuse_older_seal'])
  loop
    execute format('alter function %s set search_path = pg_catalog, %I, pg_temp', ours, current_schema());
  end loop;
end $$;
