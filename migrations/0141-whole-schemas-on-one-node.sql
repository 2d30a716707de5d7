-- A schema can live on one node of a Citus cluster, with its jobs. Citus runs the parts of a statement one by one, so an
-- entry can come before its application.
alter table audit_entries alter constraint audit_entries_uid_fkey deferrable initially deferred;

-- As the library's add_job. Citus takes no variables of a function into its insert from a select.
create function put_job(
  task text, payload json default null, queue text default null, run_at timestamptz default null,
  attempts integer default null, job_key text default null, priority integer default null, flags text[] default null,
  key_mode text default 'replace'
) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  known integer;
begin
  if queue is not null or flags is not null then
    raise exception 'A job here has no queue and no flags.';
  end if;
  select id into known from graphile_worker._private_tasks where identifier = task;
  if known is null then
    insert into graphile_worker._private_tasks (identifier) values (task) on conflict do nothing;
    select id into known from graphile_worker._private_tasks where identifier = task;
  end if;
  insert into graphile_worker._private_jobs as jobs (task_id, payload, run_at, max_attempts, key, priority)
  values (
    known, coalesce(payload, '{}'), coalesce(run_at, now()), coalesce(attempts, 25), job_key, coalesce(priority, 0)
  )
  on conflict (key) do update set task_id = excluded.task_id, payload = excluded.payload,
    run_at = case when key_mode = 'preserve_run_at' and jobs.attempts = 0 then jobs.run_at else excluded.run_at end,
    max_attempts = excluded.max_attempts, priority = excluded.priority, revision = jobs.revision + 1, attempts = 0,
    last_error = null, updated_at = excluded.updated_at
  where jobs.locked_at is null;
  perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}');
end $$;

-- The last number that the log was given. In a statement about the log it is asked where the log is.
create function last_number(of_log bigint) returns bigint language plpgsql as $$
begin
  return (select last_value from seal_log_seq_seq);
end $$;

create or replace function queue_job(task text, payload json, attempts integer) returns void language plpgsql as $$
declare
  known integer;
begin
  select id into known from graphile_worker._private_tasks where identifier = task;
  if known is null then
    perform put_job(task, payload, attempts => attempts);
  else
    insert into graphile_worker._private_jobs (task_id, payload, max_attempts) values (known, payload, attempts);
    perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}');
  end if;
end $$;

do $$
begin
  execute format('alter function put_job set search_path = pg_catalog, %I, pg_temp', current_schema());
  execute format('alter function last_number set search_path = pg_catalog, %I, pg_temp', current_schema());
  execute format('alter function queue_job set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
