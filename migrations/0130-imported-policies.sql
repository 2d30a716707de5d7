-- A policy that was sold elsewhere was not ordered here.
alter table policies alter column order_id drop not null;
alter table policy_versions drop constraint policy_versions_basis_check;
alter table policy_versions add constraint policy_versions_basis_check
  check (basis in ('issued', 'declarations', 'endorsement', 'renewal', 'correction', 'imported'));

-- Each policy of an imported file, once: a term of a number of a carrier.
create table book_entries (
  line text not null,
  carrier text not null,
  policy_number text not null,
  effective_date text not null,
  expiration_date text not null,
  state text not null,
  uid text not null references intakes,
  -- Null: kept as history, because we do not place with its carrier.
  policy_id text references policies,
  -- Encrypted: what the file said, and which file.
  facts bytea not null,
  imported_by text not null,
  imported_at timestamptz not null,
  primary key (line, carrier, policy_number, effective_date)
);
create index book_entries_uid on book_entries (uid);
