-- A person shares their quotes, and stops sharing them: one link for each application.
create index one_time_links_shared on one_time_links (subject) where purpose = 'shared_quotes';
