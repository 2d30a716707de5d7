-- Not beside an earlier release: it writes rows without seals.
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

-- What staff wrote about an application, and what they promised to do. Also why they closed a failed job or email.
create table desk_notes (
  note_id text primary key,
  uid text references intakes,
  -- What was closed: a job or an email. Null for a note.
  about text,
  -- Sealed.
  words bytea not null,
  written_by text not null,
  written_at timestamptz not null,
  -- A follow-up: the day on which something is to be done.
  due_on text,
  done_at timestamptz,
  done_by text
);
create index desk_notes_intake on desk_notes (uid, written_at);
create index desk_notes_due on desk_notes (due_on, note_id) where due_on is not null and done_at is null;

-- Who looked at which customer. Nothing personal.
create table desk_reads (
  read_id text primary key,
  uid text not null,
  what text not null,
  read_by text not null,
  read_at timestamptz not null
);
create index desk_reads_intake on desk_reads (uid, read_at);

-- Authenticator apps of staff. One that was removed stays on record.
create table staff_second_factors (
  factor_id text primary key,
  staff_id text not null,
  -- Sealed.
  secret bytea not null,
  -- The time step of the last code that was accepted, so that no code counts twice.
  last_step bigint not null,
  confirmed_at timestamptz,
  removed_at timestamptz,
  removed_by text
);
create unique index staff_second_factors_one on staff_second_factors (staff_id) where removed_at is null;

do $$
declare
  sealed record;
begin
  for sealed in
    select * from (values
      ('desk_notes', '%1$s.note_id', '%1$s.uid'),
      ('desk_reads', '%1$s.read_id', 'null'),
      ('staff_second_factors', '%1$s.factor_id', 'null')
    ) as listed (name, key, about)
  loop
    execute format('alter table %I add column seal bytea', sealed.name);
    execute format(
      'create function %I() returns trigger language plpgsql as $body$
       begin
         if tg_op = ''DELETE'' then
           insert into seal_log (table_name, row_key, about, seal, deleted) values (%L, %s, %s, null, true);
         else
           insert into seal_log (table_name, row_key, about, seal, deleted) values (%L, %s, %s, new.seal, false);
         end if;
         return null;
       end $body$',
      'log_seal_of_' || sealed.name,
      sealed.name, format(sealed.key, 'old'), format(sealed.about, 'old'),
      sealed.name, format(sealed.key, 'new'), format(sealed.about, 'new')
    );
    execute format(
      'create trigger seal_written after insert or delete on %I for each row execute function %I()',
      sealed.name, 'log_seal_of_' || sealed.name
    );
    execute format(
      'create trigger seal_renewed after update on %I for each row when (old.seal is distinct from new.seal) execute function %I()',
      sealed.name, 'log_seal_of_' || sealed.name
    );
  end loop;
end $$;

-- A failed email that staff closed, with a note that says why.
alter table emails drop constraint emails_status_check;
alter table emails add constraint emails_status_check
  check (status in ('queued', 'kept', 'sent', 'dead', 'closed', 'suppressed'));
