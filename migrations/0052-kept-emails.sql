-- True: kept as long as the application, with what it said. The others go after 30 days, and only those are looked at.
alter table emails add column kept_with_application boolean not null default false;
update emails set kept_with_application = true
  where intake_uid is not null and purpose in ('adverse_action', 'policy_canceled') and status <> 'suppressed';
create index emails_passing on emails (created_at) where not kept_with_application;
