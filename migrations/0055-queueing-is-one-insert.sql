-- The library's function makes five statements of a job that has no key and no queue. A task that it does not know yet
-- is still its own affair.
create or replace function queue_job(task text, payload json, attempts integer) returns void language plpgsql as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload, max_attempts)
  select id, payload, attempts from graphile_worker._private_tasks where identifier = task;
  if found then
    perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}');
  else
    perform graphile_worker.add_job(task, payload, max_attempts => attempts);
  end if;
end $$;
