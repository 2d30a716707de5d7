-- Each scrape of the metrics counts them.
create index emails_queued on emails (created_at) where status = 'queued';
