-- concurrently
-- What was written this month, on the first page of the desk.
create index concurrently if not exists policies_issued on policies (issued_at) where not sandbox;
