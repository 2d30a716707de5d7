-- concurrently
-- Ids are in the order of time byte by byte, but many servers sort text by a language.
create index concurrently if not exists umbrellas_newest on intakes (owner, uid collate "C") where line = 'umbrella';
create index concurrently if not exists umbrellas_mode on intakes (owner, sandbox, uid collate "C") where line = 'umbrella';
create index concurrently if not exists umbrellas_open on intakes (owner, sandbox, uid collate "C")
  where line = 'umbrella' and status not in ('bound', 'ineligible', 'no_quotes', 'blocked') and erased_at is null;
create index concurrently if not exists umbrellas_ended on intakes (owner, sandbox, uid collate "C")
  where line = 'umbrella' and (status in ('ineligible', 'no_quotes', 'blocked') or (status = 'needs_more_info' and erased_at is not null));
-- The count of live policies read all of the sandbox.
create index concurrently if not exists umbrellas_bound on intakes (owner, sandbox, uid collate "C")
  where line = 'umbrella' and status = 'bound';
