"""Financial institutions, what they owe and own, what they sell, and what became of the failed."""
