"""Every file kept between calls: its place, format, lock and lifetime (design section 4)."""
