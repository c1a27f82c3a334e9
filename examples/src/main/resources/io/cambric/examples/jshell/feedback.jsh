/set mode cambric normal -quiet
/set truncation cambric 6000
/set feedback cambric
