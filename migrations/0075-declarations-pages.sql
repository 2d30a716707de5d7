-- Pages of policies that arrived, what was read on each, and who decided about it. The files are in policy_documents.
create table declarations_pages (
  document_id text primary key references policy_documents,
  policy_id text not null references policies,
  uid text not null references intakes,
  status text not null check (status in ('waiting', 'accepted', 'replaced', 'refused', 'withdrawn')),
  -- Sealed: what was read, what staff corrected, and why.
  facts bytea not null,
  received_by text not null,
  received_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  seal bytea
);
create index declarations_pages_waiting on declarations_pages (received_at, document_id) where status = 'waiting';
create index declarations_pages_uid on declarations_pages (uid);
-- Sealed: what was read on a page that waits for its policy.
alter table order_declarations add column read bytea;

create function log_seal_of_declarations_pages() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted)
    values ('declarations_pages', old.document_id, old.uid, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted)
    values ('declarations_pages', new.document_id, new.uid, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on declarations_pages
  for each row execute function log_seal_of_declarations_pages();
create trigger seal_renewed after update on declarations_pages
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_declarations_pages();
create trigger seal_kept before update on declarations_pages for each row
  when (substring(old.seal from 5 for 3) = 'cnt' and substring(new.seal from 5 for 3) = 'cnt'
    and old.seal <> new.seal and substring(new.seal from 8 for 3) <= substring(old.seal from 8 for 3))
  execute function refuse_older_seal();
do $$
begin
  execute format('alter function log_seal_of_declarations_pages() security definer set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
revoke execute on function log_seal_of_declarations_pages() from public;
