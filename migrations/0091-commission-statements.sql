create index ledger_lines_policy on ledger_lines (policy_id) where policy_id is not null;

-- What a carrier that bills by itself says it paid us, and for what.
create table commission_statements (
  statement_id text primary key,
  carrier_id text not null,
  month text not null,
  received_on text not null,
  total_cents integer not null,
  reference text not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  -- The same file is taken once.
  digest bytea not null unique
);
create index commission_statements_carrier on commission_statements (carrier_id, month);

create table commission_statement_lines (
  statement_id text not null references commission_statements,
  line integer not null,
  policy_number text not null,
  policy_id text,
  premium_cents integer,
  commission_cents integer not null,
  -- Null: as expected. Else what was expected.
  expected_cents integer,
  primary key (statement_id, line)
);

-- Who among the agency's producers gets what part of a policy's commission.
create table trust_splits (
  policy_id text primary key references policies,
  producer text not null,
  percent integer not null check (percent between 1 and 100),
  set_by text not null,
  set_at timestamptz not null
);

-- Differences of the books have an owner and a month. About is encrypted: it can name a person.
alter table ledger_differences
  add column owner text,
  add column month text,
  add column about bytea;
