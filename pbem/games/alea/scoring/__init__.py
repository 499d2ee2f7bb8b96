"""Final scoring (section 6): what an assignment of patricians is worth, and the search for the best one."""
