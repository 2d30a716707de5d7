-- Double entry. The lines of an entry sum to zero, and nothing is ever changed or deleted.
create table ledger_lines (
  -- Names the event, so that an event that is told twice is posted once.
  entry_id text not null,
  line smallint not null,
  event text not null,
  account text not null check (
    account in ('received', 'receivable', 'payable_to_carrier', 'commission', 'fees', 'refunds', 'disputed')
  ),
  -- Cents: debits are positive, credits negative.
  amount_cents integer not null check (amount_cents <> 0),
  uid text not null references intakes,
  payment_id text references payments,
  posted_at timestamptz not null,
  seal bytea,
  primary key (entry_id, line)
);
create index ledger_lines_payment on ledger_lines (payment_id);
create index ledger_lines_uid on ledger_lines (uid);
create index ledger_lines_posted on ledger_lines (posted_at, entry_id, line);

create function check_ledger_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_lines where entry_id = new.entry_id) <> 0 then
    raise exception 'The entry % violates the constraint that its lines sum to zero.', new.entry_id
      using errcode = 'check_violation', constraint = 'ledger_lines_balance';
  end if;
  return null;
end $$;
create constraint trigger ledger_lines_balance after insert on ledger_lines
  deferrable initially deferred for each row execute function check_ledger_balance();

create function keep_ledger() returns trigger language plpgsql as $$
begin
  -- A rotated secret renews the seal.
  if tg_op = 'UPDATE' and to_jsonb(new) - 'seal' = to_jsonb(old) - 'seal' then
    return new;
  end if;
  raise exception 'The ledger has the constraint that it only grows.'
    using errcode = 'check_violation', constraint = 'ledger_lines_kept';
end $$;
create trigger ledger_lines_kept before update or delete on ledger_lines for each row execute function keep_ledger();

-- What is held or charged, in cents, and until when a hold is good.
alter table payments
  add column amount_cents integer check (amount_cents > 0),
  -- What is charged once the policy is bound. It can be less: one of two homes may be refused.
  add column charged_cents integer check (charged_cents > 0),
  -- YYYY-MM-DD.
  add column due_on text,
  add column method text check (method in ('card', 'bank')),
  add column authorized_until timestamptz,
  -- Set while an order rests on the hold, which is then renewed before it expires.
  add column committed_at timestamptz,
  -- The provider's number for the charge. It says nothing about a card or a bank account.
  add column provider_ref text;
alter table payments
  drop constraint payments_status_check,
  add constraint payments_status_check check (status in ('open', 'authorized', 'capturing', 'paid', 'failed', 'void'));
drop index payments_one_charge;
create unique index payments_one_charge on payments (uid, purpose)
  where status in ('open', 'authorized', 'capturing', 'paid');
create index payments_provider_ref on payments (provider_ref) where provider_ref is not null;
create index payments_in_progress on payments (payment_id) where status in ('authorized', 'capturing');

-- What the payer was told, so that a repeated job tells it once.
create table payment_notices (
  payment_id text not null references payments,
  notice text not null,
  told_at timestamptz not null,
  primary key (payment_id, notice)
);

create table refunds (
  refund_id text primary key,
  payment_id text not null references payments,
  uid text not null references intakes,
  amount_cents integer not null check (amount_cents > 0),
  -- The event that caused it: one refund each.
  cause text not null unique,
  reason text not null check (reason in ('blocked', 'canceled', 'overpaid', 'agency')),
  status text not null check (status in ('due', 'sent', 'failed')),
  provider_ref text,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  seal bytea
);
create index refunds_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status <> 'sent';

create table disputes (
  dispute_id text primary key,
  payment_id text not null references payments,
  uid text not null references intakes,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  seal bytea
);
create index disputes_payment on disputes (payment_id);
create index disputes_open on disputes (opened_at) where status = 'open';

-- What the nightly comparison found, until it is gone or staff close it.
create table ledger_differences (
  difference_id text primary key,
  kind text not null,
  uid text,
  payment_id text,
  expected_cents integer not null,
  found_cents integer not null,
  found_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  -- Sealed: what staff found out about it.
  close_note bytea
);
create index ledger_differences_open on ledger_differences (found_at) where closed_at is null;

do $$
declare
  sealed record;
begin
  for sealed in
    select * from (values
      ('ledger_lines', '%1$s.line || ''/'' || %1$s.entry_id'),
      ('refunds', '%1$s.refund_id'),
      ('disputes', '%1$s.dispute_id')
    ) as listed (name, key)
  loop
    execute format(
      'create function %I() returns trigger language plpgsql as $body$
       begin
         if tg_op = ''DELETE'' then
           insert into seal_log (table_name, row_key, about, seal, deleted) values (%L, %s, null, null, true);
         else
           insert into seal_log (table_name, row_key, about, seal, deleted) values (%L, %s, null, new.seal, false);
         end if;
         return null;
       end $body$',
      'log_seal_of_' || sealed.name, sealed.name, format(sealed.key, 'old'), sealed.name, format(sealed.key, 'new')
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
