"""Event store, pages, API and live updates."""
