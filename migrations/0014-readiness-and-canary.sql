-- Written by /readyz: proof that the database takes writes. One row.
create table readiness (
  one boolean primary key default true check (one),
  written_at timestamptz not null
);

-- Sealed with the SECRET_KEY of this database, so that a wrong key is noticed at start. One row.
create table secret_canary (
  one boolean primary key default true check (one),
  sealed bytea not null
);
