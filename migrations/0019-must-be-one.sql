-- Fails the statement, and with it the transaction, when a guarded write did not change exactly one row. The service
-- does not wait for such a write before it commits, so the database has to refuse it.
create function must_be_one(changed bigint) returns void language plpgsql as $$
begin
  if changed <> 1 then
    raise exception 'changed meanwhile' using errcode = 'BD001';
  end if;
end
$$;
