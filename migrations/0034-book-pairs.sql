-- Names are also filed in pairs, so that two common names which nobody has together are not looked for among everyone
-- who has one of them. The release before this one files without pairs.
alter table book_terms add column filing smallint not null default 1;
insert into book_waiting select uid from intakes where erased_at is null on conflict do nothing;
