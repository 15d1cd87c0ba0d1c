"""The score process: eyes supervised, events stored, pages served."""
