"""verl: agent loop, advantage, reward function. Needs the extra ``verl``."""
