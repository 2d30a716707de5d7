-- Not beside an earlier release: it writes rows without seals.
-- Every seal that a row has had, in the order of writing, and every deletion. Written by triggers, so that no
-- statement forgets it. It proves nothing by itself: the service seals the rows, and the anchors fix the log.
create table seal_log (
  seq bigint generated always as identity primary key,
  table_name text not null,
  row_key text not null,
  -- What decides whether the row may be deleted: the intake it belongs to, or the moment it expires.
  about text,
  seal bytea,
  deleted boolean not null
);
create index seal_log_row on seal_log (table_name, row_key, seq);

-- A signed hash of the log up to a number, chained to the anchor before.
create table seal_anchors (
  anchor integer primary key,
  last_seq bigint not null,
  -- Numbers up to last_seq whose transactions had not committed, and earlier ones that have committed since.
  missing bigint[] not null,
  late bigint[] not null,
  hash bytea not null,
  mac bytea not null,
  anchored_at timestamptz not null
);

do $$
declare
  sealed record;
begin
  for sealed in
    select * from (values
      ('intakes', '%1$s.uid', 'null'),
      ('consents', '%1$s.consent_id', 'null'),
      ('consent_withdrawals', '%1$s.consent_id', 'null'),
      ('consent_uses', '%1$s.consent_id || ''/'' || %1$s.used_for', 'null'),
      ('carrier_answers', '%1$s.uid || ''/'' || %1$s.revision || ''/'' || %1$s.item || ''/'' || %1$s.carrier_id', '%1$s.uid'),
      ('offers', '%1$s.offer_id', '%1$s.uid'),
      ('bind_orders', '%1$s.order_id', '%1$s.uid'),
      ('policies', '%1$s.policy_id', 'null'),
      ('policy_documents', '%1$s.document_id', 'null'),
      ('documents', '%1$s.document_id', '%1$s.uid'),
      ('payments', '%1$s.payment_id', 'null'),
      ('carrier_exchanges', '%1$s.exchange_id', '(%1$s.sent_at + interval ''90 days'')::text'),
      ('emails', '%1$s.email_id', 'null'),
      ('operators', '%1$s.operator_uid', 'null'),
      ('credentials', '%1$s.credential_id', 'null'),
      ('access_tokens', '%1$s.token_id', 'null'),
      ('oauth_objects', '%1$s.kind || ''/'' || encode(%1$s.id, ''hex'')', 'null'),
      ('agent_registrations', '%1$s.registration_id', 'null'),
      ('signing_keys', '%1$s.kid', 'null'),
      ('used_assertions', 'encode(%1$s.assertion, ''hex'')', '%1$s.expires_at::text'),
      ('one_time_codes', '%1$s.code_id', 'null'),
      ('one_time_links', 'encode(%1$s.token, ''hex'')', 'null'),
      ('browser_sessions', 'encode(%1$s.token, ''hex'')', 'null'),
      ('intake_tokens', '%1$s.token_id', 'null'),
      ('shoppers', '%1$s.uid', 'null')
    ) as listed (name, key, about)
  loop
    execute format('alter table %I add column seal bytea', sealed.name);
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
      'log_seal_of_' || sealed.name,
      sealed.name, format(sealed.key, 'old'), format(sealed.about, 'old'),
      sealed.name, format(sealed.key, 'new'), format(sealed.about, 'new')
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
