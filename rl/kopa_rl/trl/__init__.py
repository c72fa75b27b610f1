"""TRL: environment classes, rewards, trainer. Needs the extra ``trl``."""
