-- Why a policy ended, whether its return premium is still to come, and who was told.
alter table policy_ends drop constraint policy_ends_end_reason_check;
alter table policy_ends
  add constraint policy_ends_end_reason_check
    check (end_reason in ('insured', 'carrier', 'home_sold', 'insured_died', 'other')),
  -- later: the carrier has not stated the return premium. A newer row of the policy ends this.
  add column refund text check (refund = 'later'),
  -- Null: the customer was told.
  add column told text check (told in ('other', 'nobody'));
create index policy_ends_refund_later on policy_ends (recorded_at, end_id) where refund = 'later';

-- The check or transfer number, encrypted: it can name a person.
alter table refunds add column settled_note bytea;
