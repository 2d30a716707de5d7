-- Why the order of a surplus lines policy may go out: the search among admitted insurers, and the state's form.
create table surplus_filings (
  order_id text primary key references bind_orders on delete cascade,
  uid text not null references intakes,
  -- Sealed: what staff wrote about the search, who had declined, the rules that counted, and the name of the form.
  facts bytea not null,
  -- Sealed: the form itself, a PDF.
  form bytea,
  recorded_by text not null,
  recorded_at timestamptz not null,
  seal bytea
);
create index surplus_filings_uid on surplus_filings (uid);

create function log_seal_of_surplus_filings() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('surplus_filings', old.order_id, old.uid, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('surplus_filings', new.order_id, new.uid, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on surplus_filings
  for each row execute function log_seal_of_surplus_filings();
create trigger seal_renewed after update on surplus_filings
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_surplus_filings();
