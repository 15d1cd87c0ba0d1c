"""From settled zone contents to events: the parts of the table's state machine."""
