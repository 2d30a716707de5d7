-- What a line is about, and the day it counts for. Of lines before this, the day is that of posted_at.
alter table ledger_lines
  add column policy_id text,
  add column carrier_id text,
  add column booked_on text,
  -- A deposit, a transfer or a payment of a carrier is of no single application.
  alter column uid drop not null,
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (
    account in (
      'received', 'trust', 'operating', 'receivable', 'payable_to_carrier', 'commission', 'fees', 'refunds', 'disputed',
      'commission_receivable', 'commission_direct', 'producer_commission', 'payable_to_producer', 'other_income'
    )
  );
create index ledger_lines_carrier on ledger_lines (carrier_id) where carrier_id is not null;

-- What came by hand so far. The invoice is paid once it is complete.
alter table payments add column received_cents integer check (received_cents >= 0);

-- Money that came in, each time that some came: by whom, when, how much and how.
create table trust_receipts (
  receipt_id text primary key,
  payment_id text not null references payments,
  uid text not null references intakes,
  amount_cents integer not null check (amount_cents > 0),
  received_on text not null,
  means text not null check (means in ('check', 'cash', 'transfer', 'card', 'bank', 'other')),
  -- Encrypted: the number of a check can name a person.
  reference bytea not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  deposit_id text,
  returned_on text,
  seal bytea
);
create index trust_receipts_payment on trust_receipts (payment_id);
create index trust_receipts_open on trust_receipts (received_on, receipt_id) where deposit_id is null and returned_on is null;

create table deposits (
  deposit_id text primary key,
  account text not null check (account in ('trust', 'operating')),
  deposited_on text not null,
  amount_cents integer not null check (amount_cents > 0),
  reference text not null,
  recorded_by text not null,
  recorded_at timestamptz not null
);

-- A closed month takes no more postings: a later one counts for the next month.
create table trust_months (
  month text primary key,
  trust_cents bigint not null,
  owed_cents bigint not null,
  closed_by text not null,
  closed_at timestamptz not null,
  seal bytea
);

do $$
declare
  sealed record;
begin
  for sealed in
    select * from (values
      ('trust_receipts', '%1$s.receipt_id', '%1$s.uid'),
      ('trust_months', '%1$s.month', 'null')
    ) as listed (name, key, about)
  loop
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
      'log_seal_of_' || sealed.name, sealed.name, format(sealed.key, 'old'), format(sealed.about, 'old'), sealed.name,
      format(sealed.key, 'new'), format(sealed.about, 'new')
    );
    execute format(
      'alter function %I() security definer set search_path = pg_catalog, %I, pg_temp',
      'log_seal_of_' || sealed.name, current_schema()
    );
    execute format('revoke execute on function %I() from public', 'log_seal_of_' || sealed.name);
    execute format(
      'create trigger seal_written after insert or delete on %I for each row execute function %I()',
      sealed.name, 'log_seal_of_' || sealed.name
    );
    execute format(
      'create trigger seal_renewed after update on %I for each row when (old.seal is distinct from new.seal) execute function %I()',
      sealed.name, 'log_seal_of_' || sealed.name
    );
    execute format(
      'create trigger seal_kept before update on %I for each row
       when (substring(old.seal from 5 for 3) = ''cnt'' and substring(new.seal from 5 for 3) = ''cnt''
         and old.seal <> new.seal and substring(new.seal from 8 for 3) <= substring(old.seal from 8 for 3))
       execute function refuse_older_seal()',
      sealed.name
    );
  end loop;
end $$;
