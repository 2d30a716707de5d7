-- concurrently
-- Other applications of the same person.
create index concurrently if not exists intakes_email on intakes (email_mac) where email_mac is not null;
-- The sessions of one staff member.
create index concurrently if not exists browser_sessions_subject on browser_sessions (kind, subject);
