-- Emails of one purpose to one recipient, or for one operator, on one day (UTC). The subject is a MAC.
create table email_counts (
  subject bytea not null,
  purpose text not null,
  day date not null,
  sent integer not null,
  primary key (subject, purpose, day)
);
create index email_counts_day on email_counts (day);

-- A suppressed email was asked for and not sent, because its recipient had enough of them that day.
alter table emails drop constraint emails_status_check;
alter table emails add constraint emails_status_check
  check (status in ('queued', 'kept', 'sent', 'dead', 'suppressed'));
