-- What people sent to prove something. Seen by staff and read by machine, never served as it is.
create table documents (
  document_id text primary key,
  uid text not null references intakes,
  type text not null,
  -- Sealed: names of files name people.
  filename bytea not null,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size_bytes integer not null,
  sha256 bytea not null,
  -- Sealed.
  content bytea not null,
  status text not null check (status in ('received', 'accepted', 'rejected', 'needs_person', 'superseded')),
  reason text,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by text
);
-- Sealed bytes do not shrink: do not try.
alter table documents alter column content set storage external;
create index documents_uid on documents (uid, document_id);
create index documents_needing_person on documents (document_id) where status = 'needs_person';

-- What is to be paid, once for each purpose of an intake.
create table payments (
  payment_id text primary key,
  uid text not null references intakes,
  purpose text not null,
  sandbox boolean not null,
  -- Whole dollars.
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('open', 'paid', 'failed', 'void')),
  provider text not null,
  -- SHA-256 of what stands in the link.
  token_hash bytea not null unique,
  -- Sealed: what it is for, its reference number and the link.
  facts bytea not null,
  -- Told once it is settled.
  then_job text,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  -- Sealed: what whoever settled it says about it, the number of a check say.
  settled_note bytea
);
create unique index payments_one_charge on payments (uid, purpose) where status in ('open', 'paid');
create index payments_uid on payments (uid, payment_id);
create index payments_open on payments (payment_id) where status = 'open';

-- Who works at the desk. Audit entries name the id; who that is stands only here, sealed.
create table staff (
  staff_id text primary key,
  email bytea not null,
  first_signed_in_at timestamptz not null,
  last_signed_in_at timestamptz not null
);

create index intakes_info_requested on intakes (updated_at) where status = 'info_requested';
