-- Savings written so far were priced by a rule that claimed too much: they stay in their rows, and
-- are in no sum.
update ledger set saved_usd = null where saved_usd is not null;
