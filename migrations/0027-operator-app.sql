-- The operator's list of requests, live or sandbox: newest first, those that are open, and those that came to an end.
create index property_rows_mode on property_rows (owner, sandbox, row_id);
create index property_rows_open on property_rows (owner, sandbox, row_id) where waiting_on <> 'nobody';
create index property_rows_ended on property_rows (owner, sandbox, detail_status, row_id) where detail_status is not null;
