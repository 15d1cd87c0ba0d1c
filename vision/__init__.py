"""From frames to settled cards on the table; knows no rules."""
