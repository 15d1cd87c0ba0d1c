"""Shipped networks and their cards."""
