//! The rules and content of battleline.
