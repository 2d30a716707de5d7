-- The operator's list of requests, live or sandbox, newest first: all of them, and those that are open, bound, or ended.
create index property_rows_mode on property_rows (owner, sandbox, row_id);
create index property_rows_open on property_rows (owner, sandbox, row_id) where waiting_on <> 'nobody';
create index property_rows_bound on property_rows (owner, sandbox, row_id) where detail_status = 'bound';
create index property_rows_ended on property_rows (owner, sandbox, row_id)
  where waiting_on = 'nobody' and detail_status is distinct from 'bound';
create index intakes_umbrella_mode on intakes (owner, sandbox, uid) where line = 'umbrella';
create index intakes_umbrella_open on intakes (owner, sandbox, uid)
  where line = 'umbrella' and status not in ('bound', 'ineligible', 'no_quotes', 'blocked') and erased_at is null;
