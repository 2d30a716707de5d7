-- concurrently
-- Erasure finds what is overdue without looking at what is kept: bound applications stay for years.
create index concurrently if not exists intakes_erase_drafts on intakes (updated_at, uid) where erased_at is null and submitted_at is null;
create index concurrently if not exists intakes_erase_submitted on intakes (updated_at, uid) where erased_at is null and submitted_at is not null and status <> 'bound';
-- Policies whose records nobody has to keep any longer.
create index concurrently if not exists policies_expiration on policies (expiration_date);
