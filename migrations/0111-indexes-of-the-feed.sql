-- concurrently
create unique index concurrently if not exists changes_numbers on changes (owner, seq) where seq is not null;
create index concurrently if not exists changes_unnumbered on changes (owner, change_id) where seq is null;
