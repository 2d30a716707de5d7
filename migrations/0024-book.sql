-- The agency's book: which applications have a term (the beginning of a name, an email, a phone number, a word of an
-- address, a policy number, an operator). A term is a keyed MAC, so nothing is readable at rest. No reference to
-- intakes, because an application has some twenty rows; they are written and deleted with it.
create table book_terms (
  term bytea not null,
  -- When the application was created: the newest are found first.
  at timestamptz not null,
  uid text not null,
  primary key (term, at, uid)
);
create index book_terms_uid on book_terms (uid);

-- Applications from before there was a book. A job files them.
create table book_waiting (
  uid text primary key
);
insert into book_waiting select uid from intakes;
