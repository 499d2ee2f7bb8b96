"""What happens to an event: people enter and leave, rounds are drawn, tables get results, and the director rules."""
