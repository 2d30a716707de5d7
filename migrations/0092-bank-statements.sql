alter table ledger_lines
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (
    account in (
      'received', 'trust', 'operating', 'receivable', 'payable_to_carrier', 'commission', 'fees', 'refunds', 'disputed',
      'commission_receivable', 'commission_direct', 'producer_commission', 'payable_to_producer', 'other_income', 'opening'
    )
  );
create index ledger_lines_bank on ledger_lines (account, entry_id) where account in ('trust', 'operating');

create table bank_statements (
  statement_id text primary key,
  account text not null check (account in ('trust', 'operating')),
  month text not null,
  opening_cents bigint not null,
  closing_cents bigint not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  unique (account, month)
);

create table bank_lines (
  -- The account, and the bank's own number of the line or what tells it apart.
  line_id text primary key,
  statement_id text not null references bank_statements,
  account text not null,
  booked_on text not null,
  amount_cents integer not null,
  -- Encrypted: what the bank says about it can name a person.
  words bytea not null,
  -- The entry of the ledger that it is, and how many cents the bank has more than we do.
  entry_id text,
  off_cents integer not null
);
create index bank_lines_entry on bank_lines (entry_id);
create index bank_lines_off on bank_lines (account, booked_on) where off_cents <> 0;
