"""Rules, judge and events: pure functions over frozen values; no I/O, clock or randomness."""
