"""One module per `dipai` sub-command."""
