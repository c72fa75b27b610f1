"""Everything that is listed on the exchange, and what it cost on each day."""
