-- From the first counted anchor on, each seal says how often its row was sealed (db/seals/row-seal.ts).
alter table seal_anchors add column counted boolean;

-- An older seal of a row never replaces a newer one. Bytes 5 to 7 say that bytes 8 to 10 count.
create function refuse_older_seal() returns trigger language plpgsql as $$
begin
  raise exception 'The row of % was rolled back.', tg_table_name;
end $$;

-- The log is written with the rights of its owner, in its schema, and by these triggers alone.
do $$
declare
  sealed record;
begin
  for sealed in
    select pg_class.relname as name from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where tgname = 'seal_written' and pg_table_is_visible(pg_class.oid)
  loop
    execute format(
      'create trigger seal_kept before update on %I for each row
       when (substring(old.seal from 5 for 3) = ''cnt'' and substring(new.seal from 5 for 3) = ''cnt''
         and old.seal <> new.seal and substring(new.seal from 8 for 3) <= substring(old.seal from 8 for 3))
       execute function refuse_older_seal()',
      sealed.name
    );
    execute format(
      'alter function %I() security definer set search_path = pg_catalog, %I, pg_temp',
      'log_seal_of_' || sealed.name, current_schema()
    );
    execute format('revoke execute on function %I() from public', 'log_seal_of_' || sealed.name);
  end loop;
end $$;
