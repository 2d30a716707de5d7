-- Another purchase of the same buyer, as one operator knows them.
create index intakes_umbrella_buyer on intakes (owner, email_mac) where line = 'umbrella' and not sandbox;
