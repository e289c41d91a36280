"""What each host sends and accepts: parse a payload into an `Event`, render an `Outcome` into its reply."""
