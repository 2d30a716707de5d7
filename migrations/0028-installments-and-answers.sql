-- What a customer pays the agency later, under a plan of the carrier.
create table installments (
  installment_id text primary key,
  uid text not null references intakes,
  policy_id text not null,
  carrier_id text not null,
  -- What the invoice is for. It names no person.
  description text not null,
  -- YYYY-MM-DD.
  due_on text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- The part of it that is a fee.
  fee_cents integer not null check (fee_cents >= 0),
  illustrative boolean not null,
  -- Told about the invoice.
  then_job text not null,
  status text not null check (status in ('scheduled', 'billed', 'canceled')),
  payment_id text references payments,
  seal bytea
);
create index installments_uid on installments (uid);
create index installments_scheduled on installments (due_on) where status = 'scheduled';

alter table disputes
  -- After this moment the provider takes no evidence.
  add column answer_by timestamptz,
  add column answer text check (answer in ('evidence', 'accepted')),
  add column answered_at timestamptz,
  add column answered_by text,
  add column answer_sent_at timestamptz;

create function log_seal_of_installments() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('installments', old.installment_id, null, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('installments', new.installment_id, null, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on installments
  for each row execute function log_seal_of_installments();
create trigger seal_renewed after update on installments
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_installments();
