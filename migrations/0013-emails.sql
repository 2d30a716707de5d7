-- Each scrape of the metrics counts them.
create index emails_queued on emails (created_at) where status = 'queued';

-- Once a mail is sent its recipient is emptied. By the MAC the mails to one address can still be counted.
alter table emails add column recipient_mac bytea;
create index emails_verify_mac on emails (recipient_mac, created_at) where purpose = 'verify_email';
