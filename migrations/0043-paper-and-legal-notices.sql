-- A person's withdrawal of electronic delivery (E-SIGN, 15 U.S.C. 7001(c)), as they told us. It counts until they agree
-- to electronic records again.
create table delivery_withdrawals (
  withdrawal_id text primary key,
  uid text not null references intakes,
  received_how text not null check (received_how in ('website', 'phone', 'letter', 'email', 'in_person')),
  -- YYYY-MM-DD: when it reached the agency.
  received_on text not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  seal bytea
);
create index delivery_withdrawals_uid on delivery_withdrawals (uid);

create function log_seal_of_delivery_withdrawals() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('delivery_withdrawals', old.withdrawal_id, null, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('delivery_withdrawals', new.withdrawal_id, null, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on delivery_withdrawals
  for each row execute function log_seal_of_delivery_withdrawals();
create trigger seal_renewed after update on delivery_withdrawals
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_delivery_withdrawals();

-- by_mail: not sent, because staff send it on paper.
alter table emails drop constraint emails_status_check;
alter table emails add constraint emails_status_check
  check (status in ('queued', 'kept', 'sent', 'dead', 'closed', 'suppressed', 'by_mail'));

-- What the law made us send, and what a carrier declined, in their exact words. Erasing the application leaves it: claims
-- under the Fair Credit Reporting Act can come for five years (15 U.S.C. 1681p).
create table legal_notices (
  notice_id text primary key,
  uid text not null references intakes,
  kind text not null check (kind in ('adverse_action', 'policy_canceled', 'declination')),
  content bytea not null,
  created_at timestamptz not null,
  kept_until timestamptz not null,
  seal bytea
);
create index legal_notices_uid on legal_notices (uid);
create index legal_notices_kept_until on legal_notices (kept_until);

create function log_seal_of_legal_notices() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('legal_notices', old.notice_id, old.kept_until::text, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('legal_notices', new.notice_id, new.kept_until::text, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on legal_notices
  for each row execute function log_seal_of_legal_notices();
create trigger seal_renewed after update on legal_notices
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_legal_notices();
