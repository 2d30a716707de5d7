-- Sealed: what should change, by field. Null: a request in words.
alter table policy_requests add column change bytea;
alter table policy_requests drop constraint policy_requests_kind_check;
alter table policy_requests add constraint policy_requests_kind_check
  check (kind in ('cancellation', 'lender', 'mailing_address', 'coverage', 'named_insured', 'correction', 'documents', 'renewal'));
