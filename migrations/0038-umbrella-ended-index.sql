-- concurrently
-- Of an operator with many bound policies, the count of those that ended read all of them.
create index concurrently if not exists intakes_umbrella_ended on intakes (owner, sandbox, uid)
  where line = 'umbrella' and (status in ('ineligible', 'no_quotes', 'blocked') or (status = 'needs_more_info' and erased_at is not null));
