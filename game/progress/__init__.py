"""What the person has reached: rating, arcade, challenges, games won and lost."""
