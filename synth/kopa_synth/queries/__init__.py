"""Korean queries: what a walk asks, said as a person would say it, and checked."""
